package dev.storagebench.analysis.conclusion;

import static dev.storagebench.analysis.stats.Verdict.BEST;
import static dev.storagebench.analysis.stats.Verdict.NO_DIFFERENCE_SHOWN;
import static dev.storagebench.analysis.stats.Verdict.SLOWER;
import static java.util.Comparator.comparing;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis.Section;
import dev.storagebench.analysis.conclusion.Finding.Amount;
import dev.storagebench.analysis.conclusion.Finding.Question;
import dev.storagebench.analysis.conclusion.Finding.Standing;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.CellScore.Better;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.RelativeToBest;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.cell.Cell;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The findings of a view that is answered in words, one for each place with several cells. */
record ViewFindings(Dimensions run, View view) {
  private static final double ENOUGH = 0.9;
  // Sizes that differ by less are alike.
  private static final double CLEARLY = 1.1;
  private static final List<String> OF_STORES = List.of("dataset", "compression");

  /** The answers to the questions of a suite, by its views' titles; none without results. */
  static List<Section> ofSuite(Dimensions run) {
    return run.run().info().views().stream()
        .filter(each -> each.kind().isInWords())
        .map(each -> new Section(each.title(), new ViewFindings(run, each).findings()))
        .filter(section -> !section.findings().isEmpty())
        .toList();
  }

  /** Who needs the least space, for each kind of store. */
  static List<Finding> ofStores(Dimensions run) {
    View sizes =
        new View(
            "Space",
            null,
            Kind.COST,
            List.of(CellScore.LOADED_BYTES),
            OF_STORES,
            List.of(),
            Map.of(),
            List.of(),
            null,
            null,
            null);
    return new ViewFindings(run, sizes).findings();
  }

  private List<Finding> findings() {
    List<Cell> cells = run.cells().stream().filter(this::isAsked).toList();
    List<String> others = new ArrayList<>(view.rows());
    others.remove(axis());
    if (view.figures().stream().allMatch(CellScore::isOfStore)) {
      others.removeIf(
          each -> cells.stream().map(cell -> run.value(cell, each)).distinct().count() == 1);
    } else {
      List<String> common = Stream.concat(others.stream(), Stream.of(axis())).toList();
      others.addAll(run.differing(cells, common));
    }
    Map<String, Map<String, Cell>> places = new LinkedHashMap<>();
    for (Cell cell : cells) {
      String place =
          others.stream()
              .map(each -> named(each, run.value(cell, each)))
              .collect(Collectors.joining(", "));
      places
          .computeIfAbsent(place, any -> new LinkedHashMap<>())
          .putIfAbsent(run.value(cell, axis()), cell);
    }
    places.values().removeIf(each -> each.size() < 2);
    return switch (view.kind()) {
      case DECLINE -> declines(places);
      case ENOUGH -> {
        places.replaceAll((place, each) -> sorted(each));
        yield answers(
            places, (place, all) -> enough(place, List.copyOf(places.get(place).keySet()), all));
      }
      case COST, TRADE ->
          comparesSizes() ? answers(places, this::smallest) : beside(places, view.reference());
      case TABLE, BARS, CURVE, DISTRIBUTION -> List.of();
    };
  }

  /** A finding for each place, of its cells relative to the best of them. */
  private List<Finding> answers(
      Map<String, Map<String, Cell>> places, BiFunction<String, List<Standing>, Finding> answer) {
    return standings(figure(), places, null).entrySet().stream()
        .map(each -> answer.apply(each.getKey(), each.getValue()))
        .toList();
  }

  /** Along which values are compared. */
  private String axis() {
    return view.columns().isEmpty() || view.kind() == Kind.COST || view.kind() == Kind.TRADE
        ? Dimensions.CANDIDATE
        : view.columns().get(0);
  }

  /** Whether candidates are compared with the smallest of them. */
  private boolean comparesSizes() {
    return view.kind() == Kind.COST && view.reference() == null;
  }

  private String figure() {
    return view.figures().get(0);
  }

  private String lastFigure() {
    return view.figures().get(view.figures().size() - 1);
  }

  private boolean isAsked(Cell cell) {
    return cell.rate().isEmpty()
        && CellScore.writeRateShortfall(run.rounds(cell)).isEmpty()
        && Ranking.isContender(cell.label())
        && view.selects(dimension -> run.value(cell, dimension))
        && isCompared(cell, figure())
        && (view.kind() != Kind.TRADE || isCompared(cell, lastFigure()));
  }

  private boolean isCompared(Cell cell, String figure) {
    return run.score(cell, figure)
        .filter(each -> !each.weakened() || !axis().equals(Dimensions.CANDIDATE))
        .filter(each -> each.rounds().values().stream().allMatch(round -> round > 0))
        .isPresent();
  }

  private String named(String dimension, String value) {
    String named = Dimensions.named(dimension, run.labelled(dimension, value));
    return named.isEmpty() ? "no limit" : named;
  }

  /** For each value of the axis, the rows' figures relative to their own at the first value. */
  private List<Finding> declines(Map<String, Map<String, Cell>> places) {
    List<String> values =
        run.byNumber(
            axis(),
            places.values().stream().flatMap(each -> each.keySet().stream()).distinct().toList());
    Map<List<String>, Map<String, Cell>> pairs = new LinkedHashMap<>();
    for (String value : values) {
      places.forEach(
          (place, cells) -> {
            String first = values.stream().filter(cells::containsKey).findFirst().orElseThrow();
            if (cells.containsKey(value) && !value.equals(first)) {
              String name = place.isEmpty() ? figure() : place;
              pairs.put(
                  List.of(named(axis(), value), named(axis(), first), name),
                  Map.of(name, cells.get(value), "", cells.get(first)));
            }
          });
    }
    Map<List<String>, List<Standing>> byValue = new LinkedHashMap<>();
    standings(figure(), pairs, "")
        .forEach(
            (pair, both) ->
                byValue
                    .computeIfAbsent(pair.subList(0, 2), any -> new ArrayList<>())
                    .add(both.get(1)));
    List<Finding> findings = new ArrayList<>();
    byValue.forEach(
        (both, all) ->
            findings.add(finding(Question.DECLINE, both.get(0), figure(), both.get(1), all)));
    return findings;
  }

  /** Cells by the values of the axis, from the smallest on, under their names. */
  private Map<String, Cell> sorted(Map<String, Cell> cells) {
    List<String> values = new ArrayList<>(run.byNumber(axis(), List.copyOf(cells.keySet())));
    if (axis().equals(Dimensions.MEMORY)) {
      // The plan may begin with the most.
      values.sort(comparing(each -> run.number(axis(), each).orElse(Double.MAX_VALUE)));
    }
    Map<String, Cell> named = new LinkedHashMap<>();
    values.forEach(each -> named.put(named(axis(), each), cells.get(each)));
    return named;
  }

  /** The values of the axis up to the first at which the figure is nearly at its best. */
  private Finding enough(String place, List<String> values, List<Standing> all) {
    List<Standing> until =
        all.stream().sorted(comparing((Standing each) -> values.indexOf(each.name()))).toList();
    int enough = 0;
    while (until.get(enough).ratio() < ENOUGH) {
      enough++;
    }
    return finding(
        Question.ENOUGH,
        place,
        figure(),
        all.get(0).name(),
        until.subList(0, enough + 1),
        until.get(enough).name());
  }

  /** The candidates that need the least, and those that need hardly more. */
  private Finding smallest(String place, List<Standing> all) {
    String[] alike =
        all.stream().filter(each -> !each.is(SLOWER)).map(Standing::name).toArray(String[]::new);
    return finding(Question.SMALLEST, place, figure(), all.get(0).name(), all, alike);
  }

  /** Candidates relative to one of them, by figure. */
  private List<Finding> beside(Map<String, Map<String, Cell>> places, String reference) {
    places.values().removeIf(each -> !each.containsKey(reference));
    List<String> figures =
        view.kind() == Kind.TRADE ? List.of(figure(), lastFigure()) : List.of(figure());
    Map<String, Map<String, List<Standing>>> standings = new LinkedHashMap<>();
    figures.forEach(each -> standings.put(each, standings(each, places, reference)));
    List<Finding> findings = new ArrayList<>();
    for (String place : places.keySet()) {
      for (String figure : figures) {
        List<Standing> all = standings.get(figure).get(place);
        findings.add(
            finding(Question.BESIDE, place, figure, reference, all.subList(1, all.size())));
      }
    }
    return findings;
  }

  /** A size, which is the same in all rounds of one store. */
  private static Ratio withoutInterval(Ratio size) {
    Verdict verdict = size.isBest() ? BEST : size.ratio() < CLEARLY ? NO_DIFFERENCE_SHOWN : SLOWER;
    return new Ratio(size.name(), size.rounds(), size.ratio(), Double.NaN, Double.NaN, verdict, 0);
  }

  private static Finding finding(
      Question question,
      String need,
      String figure,
      String reference,
      List<Standing> standings,
      String... chosen) {
    return new Finding(
        question,
        need,
        "",
        Map.of(),
        Map.of(),
        figure,
        reference,
        standings,
        List.of(chosen),
        Finding.outcome(standings),
        0,
        0,
        List.of());
  }

  /**
   * For each place, its cells by the ratio of their figure to the reference's: that first, then the
   * best ones. What one place tells of the machine's noise counts for all.
   *
   * @param reference its name; null for the best
   */
  private <P> Map<P, List<Standing>> standings(
      String figure, Map<P, Map<String, Cell>> places, @Nullable String reference) {
    boolean less =
        places.values().stream()
            .flatMap(cells -> cells.values().stream())
            .anyMatch(cell -> score(cell, figure).better() == Better.LESS);
    // The space that is taken is the inverse of what is saved.
    boolean inverse = less || figure.equals(CellScore.SPACE_SAVED);
    List<RelativeToBest.Table> tables = new ArrayList<>();
    for (Map<String, Cell> cells : places.values()) {
      List<Series> speeds = new ArrayList<>();
      cells.forEach((name, cell) -> speeds.add(Ranking.speeds(name, less, score(cell, figure))));
      tables.add(new RelativeToBest.Table(speeds, Set.of(), reference));
    }
    Iterator<List<Ratio>> ratios = RelativeToBest.ofRun(tables).iterator();
    Map<P, List<Standing>> standings = new LinkedHashMap<>();
    places.forEach(
        (place, cells) ->
            standings.put(
                place,
                ratios.next().stream()
                    .map(each -> inverse ? each.inverse() : each)
                    .map(each -> comparesSizes() ? withoutInterval(each) : each)
                    .map(each -> standing(each, cells.get(each.name()), figure))
                    .toList()));
    return standings;
  }

  private Standing standing(Ratio ratio, Cell cell, String figure) {
    return Standing.of(ratio, score(cell, figure), amounts(cell));
  }

  private CellScore score(Cell cell, String figure) {
    return run.score(cell, figure).orElseThrow();
  }

  /** The figures that a view of costs names behind the first one. */
  private Map<String, Amount> amounts(Cell cell) {
    Map<String, Amount> amounts = new LinkedHashMap<>();
    for (String each : view.kind() == Kind.COST ? view.figures() : List.<String>of()) {
      if (!each.equals(figure())) {
        run.score(cell, each).ifPresent(it -> amounts.put(each, new Amount(it.value(), it.unit())));
      }
    }
    return amounts;
  }
}
