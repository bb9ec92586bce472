package dev.storagebench.core.report;

import static dev.storagebench.core.report.Dimensions.CANDIDATE;
import static dev.storagebench.core.report.Dimensions.MEMORY;
import static dev.storagebench.core.report.Dimensions.RATE;
import static dev.storagebench.core.report.Dimensions.THREADS;
import static dev.storagebench.core.report.Dimensions.WORKLOAD;

import dev.storagebench.core.report.ViewTable.Column;
import dev.storagebench.core.report.ViewTable.Entry;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.suite.Published;
import dev.storagebench.core.suite.View;
import dev.storagebench.core.suite.View.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of one view from a run. A place is a value of each of the view's dimensions:
 * those of which it makes a table each, those of its rows, those of its columns. A dimension in
 * which cells differ that the view does not name gets a table for each of its values.
 */
final class Pivot {
  private static final Set<String> NOT_OF_STORES = Set.of(WORKLOAD, THREADS, MEMORY);
  private static final Set<String> OF_STORES = Set.of(CANDIDATE, "dataset", "compression");
  private static final List<String> OF_DISTRIBUTIONS = List.of("p50", "p95", "p99", "p99.9");

  private final View view;
  private final Dimensions dimensions;
  private final List<String> figures;
  private final List<String> each;
  private final List<String> rows;
  private final List<String> columns;
  private final List<String> all;
  private final Map<List<String>, Cell> cells = new LinkedHashMap<>();
  private final Map<List<String>, Map<String, String>> published = new LinkedHashMap<>();
  private final Map<String, List<String>> orders = new HashMap<>();
  private final Map<List<String>, Optional<CellScore>> scores = new HashMap<>();
  private final Map<String, Boolean> measured = new HashMap<>();

  private Pivot(View view, Manifest run, boolean whole) {
    this.view = view;
    this.dimensions = new Dimensions(run.byCell());
    this.figures =
        view.kind() == Kind.DISTRIBUTION && view.figures().isEmpty()
            ? OF_DISTRIBUTIONS
            : view.figures();
    List<Cell> selected = dimensions.cells().keySet().stream().filter(this::isSelected).toList();
    List<String> parts = new ArrayList<>(view.each());
    Set<String> open = open(selected, parts);
    while (!open.isEmpty()) {
      parts.addAll(open);
      open = open(selected, parts);
    }
    this.each = whole ? List.of() : List.copyOf(parts);
    List<String> lines = new ArrayList<>(whole ? parts : List.of());
    lines.addAll(view.rows());
    this.columns = view.kind() == Kind.DISTRIBUTION && !whole ? List.of() : view.columns();
    lines.addAll(columns.isEmpty() ? view.columns() : List.of());
    this.rows = List.copyOf(lines);
    this.all = Stream.of(each, rows, columns).flatMap(List::stream).toList();
    all.forEach(dimension -> orders.put(dimension, dimensions.values(dimension)));
    boolean stores = figures.stream().allMatch(CellScore::isOfStore);
    for (Cell cell : selected) {
      // Of a store any cell will do that has opened it.
      if (!stores || !score(figures.get(0), place(cell)).isPresent()) {
        cells.put(place(cell), cell);
        scores.clear();
      }
    }
    if (run.suite() != null) {
      run.suite().published().stream()
          .filter(one -> one.name().equals(view.published()))
          .forEach(one -> join(one, Set.copyOf(parts)));
    }
    if (view.kind() == Kind.CURVE) {
      columns.forEach(dimension -> orders.computeIfPresent(dimension, dimensions::byNumber));
    }
  }

  /** The dimensions in which cells of one place would differ. */
  private Set<String> open(List<Cell> selected, List<String> parts) {
    Set<String> open =
        Dimensions.differing(
            selected, Stream.of(parts, view.rows(), view.columns()).flatMap(List::stream).toList());
    if (figures.stream().allMatch(CellScore::isOfStore)) {
      open.retainAll(OF_STORES);
    }
    return open;
  }

  /** A table for each combination, and of a chart for each figure. */
  static List<ViewTable> tables(View view, Manifest run) {
    boolean single = view.kind() == Kind.BARS || view.kind() == Kind.CURVE;
    return (single ? view.figures().stream().map(view::withFigure).toList() : List.of(view))
        .stream().flatMap(one -> new Pivot(one, run, false).tables().stream()).toList();
  }

  /** All combinations in one table: what it is made for each of stands before its rows. */
  static Optional<ViewTable> whole(View view, Manifest run) {
    return new Pivot(view, run, true).tables().stream().findFirst();
  }

  private boolean isSelected(Cell cell) {
    boolean shown =
        view.where().entrySet().stream()
            .allMatch(only -> only.getValue().contains(Dimensions.value(cell, only.getKey())));
    boolean names =
        view.where().containsKey(RATE)
            || Stream.of(view.each(), view.rows(), view.columns())
                .anyMatch(some -> some.contains(RATE));
    // A cell with a rate is another measurement: only views that say so show it.
    return shown
        && (names || cell.rate().isEmpty())
        && figures.stream().anyMatch(figure -> applies(figure, cell) && !isOnlyStores(figure))
        && (view.kind() != Kind.SCATTER
            || figures.stream().allMatch(figure -> applies(figure, cell)));
  }

  /** Every cell has a store; where a view shows more, stores add no cells to it. */
  private boolean isOnlyStores(String figure) {
    return CellScore.isOfStore(figure) && !figures.stream().allMatch(CellScore::isOfStore);
  }

  /** Whether cells of this kind have the figure. */
  private boolean applies(String figure, Cell cell) {
    return CellScore.isOwn(figure, cell)
        || measured.computeIfAbsent(
            figure + " " + cell.workload(),
            key ->
                dimensions.cells().entrySet().stream()
                    .filter(one -> one.getKey().workload().equals(cell.workload()))
                    .flatMap(one -> one.getValue().stream())
                    .anyMatch(result -> CellScore.ofRound(figure, result).isPresent()));
  }

  private List<String> place(Cell cell) {
    return all.stream().map(dimension -> Dimensions.value(cell, dimension)).toList();
  }

  /** Puts published figures into the places that they name. */
  private void join(Published one, Set<String> parts) {
    Map<String, String> before = new HashMap<>();
    for (Map<String, String> row : one.rows()) {
      Map<String, String> values = new HashMap<>(row);
      values.computeIfPresent(
          CANDIDATE,
          (dimension, name) -> {
            String ours = one.candidates().getOrDefault(name, name);
            return dimensions.values(CANDIDATE).contains(ours) ? ours : name;
          });
      boolean wanted =
          figures.stream().anyMatch(row::containsKey)
              && view.where().entrySet().stream()
                  .filter(only -> values.containsKey(only.getKey()))
                  .allMatch(only -> only.getValue().contains(values.get(only.getKey())))
              && parts.stream()
                  .filter(values::containsKey)
                  .allMatch(part -> dimensions.values(part).contains(values.get(part)));
      if (!wanted) {
        continue;
      }
      if (values.keySet().containsAll(all)) {
        published.put(all.stream().map(values::get).toList(), row);
        for (String dimension : all) {
          List<String> order = orders.getOrDefault(dimension, List.of());
          String value = values.getOrDefault(dimension, "");
          if (!order.contains(value)) {
            int last = order.indexOf(before.getOrDefault(dimension, ""));
            order.add(last < 0 ? firstKnown(one, dimension, order) : last + 1, value);
          }
          before.put(dimension, value);
        }
      } else {
        cells.keySet().stream()
            .filter(
                place ->
                    all.stream()
                        .filter(values::containsKey)
                        .allMatch(
                            dimension ->
                                values
                                    .getOrDefault(dimension, "")
                                    .equals(place.get(all.indexOf(dimension)))))
            .forEach(place -> published.put(place, row));
      }
    }
  }

  /** Where the first published value stands that we have as well; behind all if there is none. */
  private static int firstKnown(Published one, String dimension, List<String> order) {
    return one.rows().stream()
        .mapToInt(row -> order.indexOf(row.get(dimension)))
        .filter(at -> at >= 0)
        .findFirst()
        .orElse(order.size());
  }

  private List<ViewTable> tables() {
    return sorted(cells.keySet().stream().map(place -> place.subList(0, each.size())), each)
        .stream()
        .map(this::table)
        .toList();
  }

  private List<List<String>> sorted(Stream<List<String>> some, List<String> of) {
    Comparator<List<String>> order = Comparator.comparing(values -> 0);
    for (int i = 0; i < of.size(); i++) {
      int at = i;
      List<String> values = orders.getOrDefault(of.get(i), List.of());
      order = order.thenComparing(one -> values.indexOf(one.get(at)));
    }
    return some.distinct().sorted(order).toList();
  }

  private ViewTable table(List<String> part) {
    List<List<String>> places =
        Stream.concat(cells.keySet().stream(), published.keySet().stream())
            .filter(place -> place.subList(0, part.size()).equals(part))
            .toList();
    int first = part.size() + rows.size();
    List<List<String>> lines =
        sorted(places.stream().map(place -> place.subList(part.size(), first)), rows);
    List<Column> heads =
        columns(
            places,
            sorted(places.stream().map(place -> place.subList(first, place.size())), columns));
    List<List<@Nullable Entry>> entries = new ArrayList<>();
    for (List<String> line : lines) {
      List<@Nullable Entry> entry = new ArrayList<>();
      heads.forEach(head -> entry.add(entry(part, line, head)));
      entries.add(entry);
    }
    String made = Dimensions.named(each, part);
    Set<String> labels = new LinkedHashSet<>();
    heads.forEach(head -> labels.add(label(head.figure(), head.unit())));
    String unit =
        isLabelled() ? "" : ", " + (labels.size() == 1 ? labels.iterator().next() : "per second");
    return new ViewTable(
        view.title() + (made.isEmpty() ? "" : ": " + made) + unit,
        about(),
        view.kind(),
        rows,
        lines,
        heads,
        entries,
        view.kind() == Kind.DISTRIBUTION
            ? lines.stream().map(line -> distribution(part, line)).toList()
            : List.of());
  }

  /** How to read it, and what its ratios are multiples of. */
  private String about() {
    List<String> parts = new ArrayList<>();
    Stream.ofNullable(view.about()).forEach(parts::add);
    List<String> ratios = new ArrayList<>();
    Stream.ofNullable(view.reference()).forEach(label -> ratios.add(label + "’s figure"));
    Stream.ofNullable(view.relativeTo())
        .forEach(dimension -> ratios.add("its own at the first " + dimension));
    if (!ratios.isEmpty()) {
      parts.add("Ratios: multiples of %s.".formatted(String.join(", then of ", ratios)));
    }
    return String.join(" ", parts);
  }

  private List<Percentile> distribution(List<String> part, List<String> line) {
    Cell cell = cells.get(Stream.concat(part.stream(), line.stream()).toList());
    return cell == null
        ? List.of()
        : CellScore.distribution(dimensions.cells().getOrDefault(cell, List.of()));
  }

  private List<Column> columns(List<List<String>> places, List<List<String>> values) {
    Set<Column> ours = new LinkedHashSet<>();
    Set<Column> theirs = new LinkedHashSet<>();
    Set<Column> stores = new LinkedHashSet<>();
    for (List<String> value : values) {
      for (String figure : figures) {
        List<List<String>> here =
            places.stream()
                .filter(
                    place -> place.subList(place.size() - value.size(), place.size()).equals(value))
                .toList();
        String unit = unit(figure, here);
        if (CellScore.isOfStore(figure)) {
          stores.add(column(blanked(value), figure, unit, ""));
        } else if (here.stream()
            .map(cells::get)
            .anyMatch(cell -> cell != null && applies(figure, cell))) {
          ours.add(column(value, figure, unit, ""));
        }
        here.stream()
            .map(published::get)
            .filter(row -> row != null && row.containsKey(figure))
            .findFirst()
            .ifPresent(
                row ->
                    theirs.add(
                        column(
                            CellScore.isOfStore(figure) ? blanked(value) : value,
                            figure,
                            unit,
                            row.getOrDefault(CANDIDATE, "published"))));
      }
    }
    return Stream.of(ours, stores, theirs).flatMap(Set::stream).toList();
  }

  /** A store is the same whatever is done with it. */
  private List<String> blanked(List<String> values) {
    List<String> blanked = new ArrayList<>(values);
    for (int i = 0; i < blanked.size(); i++) {
      blanked.set(i, NOT_OF_STORES.contains(columns.get(i)) ? "" : blanked.get(i));
    }
    return blanked;
  }

  private boolean isLabelled() {
    return figures.size() > 1 || columns.isEmpty() || columns.contains(WORKLOAD);
  }

  /**
   * A column.
   *
   * @param source of published figures; empty for ours
   */
  private Column column(List<String> values, String figure, String unit, String source) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      String dimension = columns.get(i);
      if (!source.isEmpty() && dimension.equals(CANDIDATE)) {
        parts.add(source);
      } else if (!values.get(i).isEmpty()) {
        parts.add(values.size() == 1 ? values.get(i) : Dimensions.named(dimension, values.get(i)));
      }
    }
    if (!source.isEmpty()) {
      parts.add(0, "published");
    }
    if (isLabelled()) {
      parts.add(label(figure, unit));
    }
    String detail =
        columns.equals(List.of(MEMORY)) && !values.get(0).isEmpty()
            ? dimensions.memoryBytes(values.get(0)).stream()
                .mapToObj(Figures::size)
                .findFirst()
                .orElse("")
            : "";
    return new Column(values, detail, figure, unit, String.join(" ", parts), !source.isEmpty());
  }

  private static String label(String figure, String unit) {
    return switch (figure) {
      case CellScore.SPEED -> unit;
      case CellScore.ACHIEVED -> "achieved/s";
      case "bytesOnDisk" -> "on disk";
      case "spaceSaved" -> "raw ÷ disk";
      default -> figure;
    };
  }

  private String unit(String figure, List<List<String>> places) {
    return Stream.concat(places.stream(), cells.keySet().stream())
        .map(place -> score(figure, place))
        .flatMap(Optional::stream)
        .map(CellScore::unit)
        .findFirst()
        .orElseGet(
            () -> CellScore.isTime(figure) ? "us" : figure.equals("bytesOnDisk") ? "B" : "op/s");
  }

  private Optional<CellScore> score(String figure, List<String> place) {
    Cell cell = cells.get(place);
    if (cell == null) {
      return Optional.empty();
    }
    List<String> key = new ArrayList<>(place);
    key.add(figure);
    return scores.computeIfAbsent(
        key, k -> CellScore.of(figure, dimensions.cells().getOrDefault(cell, List.of())));
  }

  private @Nullable Entry entry(List<String> part, List<String> line, Column head) {
    List<String> place = Stream.of(part, line, head.values()).flatMap(List::stream).toList();
    if (CellScore.isOfStore(head.figure())) {
      place = withStore(place, head);
    }
    return head.published() ? theirs(place, head) : ours(place, head);
  }

  /** Of all places with the same store one in which the figure is known. */
  private List<String> withStore(List<String> place, Column head) {
    return Stream.of(cells.keySet(), published.keySet())
        .flatMap(Set::stream)
        .filter(
            other ->
                other.equals(
                    IntStream.range(0, place.size())
                        .mapToObj(i -> place.get(i).isEmpty() ? other.get(i) : place.get(i))
                        .toList()))
        .filter(
            other ->
                head.published()
                    ? published.containsKey(other)
                    : score(head.figure(), other).isPresent())
        .findFirst()
        .orElse(place);
  }

  private @Nullable Entry ours(List<String> place, Column head) {
    Cell cell = cells.get(place);
    if (cell == null || !applies(head.figure(), cell)) {
      return null;
    }
    List<CellResult> rounds = dimensions.cells().getOrDefault(cell, List.of());
    CellScore score = score(head.figure(), place).orElse(null);
    if (score == null) {
      return CellScore.isOfStore(head.figure())
          ? null
          : new Entry(MissingResults.mark(rounds), null, null, null, null, null, "");
    }
    return entry(
        score.value(),
        score,
        Figures.show(head.unit(), score.value()) + MissingResults.marks(head.figure(), rounds),
        place,
        other -> score(head.figure(), other).map(CellScore::value).orElse(null),
        "");
  }

  private @Nullable Entry theirs(List<String> place, Column head) {
    Function<List<String>, @Nullable Double> values =
        other -> number(published.getOrDefault(other, Map.of()).get(head.figure()));
    Double value = values.apply(place);
    return value == null
        ? null
        : entry(
            value,
            null,
            Figures.show(head.unit(), value),
            place,
            values,
            published.getOrDefault(place, Map.of()).getOrDefault(CANDIDATE, "published"));
  }

  private Entry entry(
      double value,
      @Nullable CellScore score,
      String text,
      List<String> place,
      Function<List<String>, @Nullable Double> values,
      String source) {
    Double reference =
        view.reference() == null ? null : values.apply(with(place, CANDIDATE, view.reference()));
    Double first =
        view.relativeTo() == null
            ? null
            : orders.getOrDefault(view.relativeTo(), List.of()).stream()
                .map(other -> values.apply(with(place, view.relativeTo(), other)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    return new Entry(
        text,
        value,
        score == null ? null : RunFacts.number(score.low()),
        score == null ? null : RunFacts.number(score.high()),
        reference == null ? null : RunFacts.number(value / reference),
        first == null ? null : RunFacts.number(value / first),
        source);
  }

  private List<String> with(List<String> place, String dimension, String value) {
    List<String> other = new ArrayList<>(place);
    if (all.contains(dimension)) {
      other.set(all.indexOf(dimension), value);
    }
    return other;
  }

  private static @Nullable Double number(@Nullable String text) {
    return text == null || text.isBlank() ? null : Double.valueOf(text.strip());
  }
}
