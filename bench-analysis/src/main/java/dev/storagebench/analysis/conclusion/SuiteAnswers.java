package dev.storagebench.analysis.conclusion;

import static java.util.Comparator.comparing;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Conclusion.Answer;
import dev.storagebench.analysis.conclusion.Conclusion.Part;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A view in words: an answer for each place in which its cells differ otherwise. */
record SuiteAnswers(Dimensions run, View view) {
  private static final double MOST = 0.9;

  /** The answers to what a suite asks, by its views' titles; none without questions or results. */
  static Stream<Part> of(Dimensions run) {
    SuiteInfo suite = run.run().suite();
    return suite == null
        ? Stream.of()
        : suite.views().stream()
            .filter(each -> each.kind().isInWords())
            .map(each -> new Part(each.title(), new SuiteAnswers(run, each).answers()))
            .filter(part -> !part.answers().isEmpty());
  }

  private List<Answer> answers() {
    List<Cell> cells = run.cells().stream().filter(this::isAsked).toList();
    List<String> others = new ArrayList<>(view.rows());
    others.remove(axis());
    others.addAll(run.differing(cells, Stream.concat(others.stream(), Stream.of(axis())).toList()));
    Map<String, Map<String, Cell>> places = new LinkedHashMap<>();
    for (Cell cell : cells) {
      String place =
          others.stream()
              .map(each -> named(each, run.value(cell, each)))
              .collect(Collectors.joining(", "));
      places
          .computeIfAbsent(place.isEmpty() ? figure() : place, any -> new LinkedHashMap<>())
          .putIfAbsent(run.value(cell, axis()), cell);
    }
    places.values().removeIf(each -> each.size() < 2);
    return places.entrySet().stream()
        .flatMap(each -> answer(each.getKey(), each.getValue()).stream())
        .toList();
  }

  /** Along which values are compared. */
  private String axis() {
    return view.kind() == Kind.COST || view.kind() == Kind.TRADE
        ? Dimensions.CANDIDATE
        : view.columns().get(0);
  }

  private boolean isAsked(Cell cell) {
    return cell.rate().isEmpty()
        && CellScore.missedWrites(run.rounds(cell)).isEmpty()
        && Ranking.isContender(cell.label())
        && view.where().entrySet().stream()
            .allMatch(only -> only.getValue().contains(run.value(cell, only.getKey())))
        && value(cell, 0) > 0
        && (view.kind() != Kind.TRADE || value(cell, view.figures().size() - 1) > 0);
  }

  private double value(Cell cell, int figure) {
    return run.score(cell, view.figures().get(figure))
        .filter(each -> !each.weakened() || !axis().equals(Dimensions.CANDIDATE))
        .map(CellScore::value)
        .orElse(Double.NaN);
  }

  private String named(String dimension, String value) {
    String named = Dimensions.named(dimension, run.labelled(dimension, value));
    return named.isEmpty() ? "no limit" : named;
  }

  private Optional<Answer> answer(String need, Map<String, Cell> cells) {
    List<String> values = new ArrayList<>(run.byNumber(axis(), List.copyOf(cells.keySet())));
    if (view.kind() == Kind.ENOUGH && axis().equals(Dimensions.MEMORY)) {
      // The plan may begin with the most.
      values.sort(comparing(each -> run.number(axis(), each).orElse(Double.MAX_VALUE)));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    values.forEach(each -> figures.put(named(axis(), each), value(cells.get(each), 0)));
    return switch (view.kind()) {
      case DECLINE -> Optional.of(decline(need, figures));
      case ENOUGH -> Optional.of(enough(need, figures));
      default ->
          Optional.ofNullable(cells.get(view.reference())).map(of -> beside(need, of, cells));
    };
  }

  private Answer decline(String need, Map<String, Double> figures) {
    List<String> values = List.copyOf(figures.keySet());
    double first = figures.getOrDefault(values.get(0), Double.NaN);
    List<String> shares = new ArrayList<>();
    for (String at : values.subList(1, values.size())) {
      String share = Figures.factor(figures.getOrDefault(at, Double.NaN) / first);
      // The axis is named once.
      shares.add(
          shares.isEmpty()
              ? "%s of its %s at %s".formatted(share, figure(), at)
              : "%s at %s".formatted(share, at.replaceFirst("^" + axis() + " ", "")));
    }
    int last = shares.size() - 1;
    return new Answer(
        need,
        "keeps " + shares.get(0) + (last > 0 ? " and " + shares.get(last) : ""),
        List.of(
            "Relative to %s%s."
                .formatted(
                    values.get(0),
                    last > 1 ? "; in between " + String.join(", ", shares.subList(1, last)) : "")));
  }

  private Answer enough(String need, Map<String, Double> figures) {
    List<String> values = new ArrayList<>(figures.keySet());
    double least = MOST * Collections.max(figures.values());
    values.removeIf(each -> figures.get(each) < least);
    return new Answer(
        need,
        values.get(0) + " is enough",
        List.of("The smallest with at least 90 %% of its best %s.".formatted(figure())));
  }

  private Answer beside(String need, Cell reference, Map<String, Cell> cells) {
    boolean less =
        run.score(reference, view.figures().get(0))
            .filter(each -> CellScore.isLessBetter(each.unit()))
            .isPresent();
    Comparator<Map.Entry<String, Cell>> order = comparing(each -> value(each.getValue(), 0));
    List<Map.Entry<String, Cell>> others =
        cells.entrySet().stream()
            .filter(each -> !each.getValue().equals(reference))
            .sorted(less ? order : order.reversed())
            .toList();
    String more =
        others.stream()
            .skip(1)
            .map(each -> each.getKey() + beside(each.getValue(), reference, less, false))
            .collect(Collectors.joining("; "));
    return new Answer(
        need,
        others.get(0).getKey() + beside(others.get(0).getValue(), reference, less, true),
        List.of(more.isEmpty() ? "The only other candidate." : more + "."));
  }

  private String beside(Cell cell, Cell reference, boolean less, boolean first) {
    int last = view.figures().size() - 1;
    double share = value(cell, 0) / value(reference, 0);
    if (view.kind() == Kind.TRADE) {
      String space = Figures.factor(less ? share : 1 / share);
      String rest = Figures.factor(value(cell, last) / value(reference, last));
      return first
          ? " takes %s of %s's space and has %s of its %s"
              .formatted(space, reference.label(), rest, words(view.figures().get(last)))
          : " %s and %s".formatted(space, rest);
    }
    String of = reference.label();
    String costs =
        less
            ? " takes %s times%s"
                .formatted(Figures.factor(share), first ? " what %s takes".formatted(of) : "")
            : " %s %s%s"
                .formatted(
                    share > 1 ? "gains" : "costs",
                    Figures.factor(Math.abs(1 - share)),
                    first ? " of %s's %s".formatted(of, figure()) : "");
    return view.figures().stream()
        .skip(1)
        .flatMap(
            each ->
                run.score(cell, each).stream()
                    .map(it -> words(each) + " " + Figures.show(it.unit(), it.value())))
        .reduce(costs, (so, why) -> so + ", " + why);
  }

  private String figure() {
    return words(view.figures().get(0));
  }

  private static String words(String figure) {
    return Parameter.label(figure)
        .replaceFirst("^(rows|queries)$", "$1 a second")
        .replace("cpu", "CPU")
        .replace("per query", "a query");
  }
}
