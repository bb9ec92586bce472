package dev.storagebench.analysis.report;

import static dev.storagebench.analysis.conclusion.Dimensions.CANDIDATE;
import static dev.storagebench.analysis.conclusion.Dimensions.MEMORY;
import static dev.storagebench.analysis.conclusion.Dimensions.RATE;
import static dev.storagebench.analysis.conclusion.Dimensions.THREADS;
import static dev.storagebench.analysis.conclusion.Dimensions.WORKLOAD;

import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.suite.Published;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.Figures;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables of one view from a run. Each figure of each selected cell is a point; its place
 * is a value of each dimension of the view: those with a table each, then those of rows, then those
 * of columns. A dimension that the view does not name, but in which cells of one place would
 * differ, gets a table for each of its values.
 */
final class Pivot {
  private static final Set<String> NOT_OF_STORES = Set.of(WORKLOAD, THREADS, MEMORY);
  private static final Set<String> OF_STORES = Set.of(CANDIDATE, "dataset", "compression");
  private static final List<String> OF_DISTRIBUTIONS = List.of("p50", "p95", "p99", "p99.9");
  private static final String PUBLISHED = "published";

  private final View view;
  private final Dimensions dimensions;
  private final List<String> figures;
  private final List<String> each;
  private final List<String> rows;
  private final List<String> columns;
  private final List<String> all;
  private final Map<List<String>, Cell> cells = new LinkedHashMap<>();
  private final Set<List<String>> places = new LinkedHashSet<>();
  private final Map<Key, Entry> points = new LinkedHashMap<>();
  private final Map<String, List<String>> orders = new HashMap<>();
  private final Map<String, Boolean> measured = new HashMap<>();

  private record Key(List<String> place, String figure, boolean published) {
    /** Copy of this place. */
    Key of(List<String> other) {
      return new Key(other, figure, published);
    }
  }

  private Pivot(View view, Dimensions dimensions, boolean whole) {
    this.view = view;
    this.dimensions = dimensions;
    this.figures =
        view.kind() == Kind.DISTRIBUTION && view.figures().isEmpty()
            ? OF_DISTRIBUTIONS
            : view.figures();
    List<Cell> selected = dimensions.cells().stream().filter(this::isSelected).toList();
    List<String> parts = new ArrayList<>(view.each());
    while (parts.addAll(open(selected, parts))) {
      // A dimension that is named now may leave others open.
    }
    this.each = whole ? List.of() : List.copyOf(parts);
    this.columns = view.kind() == Kind.DISTRIBUTION && !whole ? List.of() : view.columns();
    this.rows =
        joined(
            whole ? parts : List.of(), view.rows(), columns.isEmpty() ? view.columns() : List.of());
    this.all = joined(each, rows, columns);
    all.forEach(dimension -> orders.put(dimension, dimensions.values(dimension)));
    for (Cell cell : selected) {
      List<String> place = all.stream().map(each -> dimensions.value(cell, each)).toList();
      cells.put(place, cell);
      places.add(place);
      figures.stream().filter(figure -> applies(figure, cell)).forEach(f -> add(cell, place, f));
    }
    dimensions.run().info().published().stream()
        .filter(one -> one.name().equals(view.published()))
        .forEach(one -> join(one, Set.copyOf(parts)));
    if (view.kind() == Kind.CURVE) {
      columns.forEach(dimension -> orders.computeIfPresent(dimension, dimensions::byNumber));
    }
  }

  /** The dimensions in which cells of one place would differ. */
  private Set<String> open(List<Cell> selected, List<String> parts) {
    Set<String> open = dimensions.differing(selected, joined(parts, view.rows(), view.columns()));
    if (isOfStores()) {
      open.retainAll(OF_STORES);
    }
    return open;
  }

  private static List<String> joined(List<String> first, List<String> then, List<String> last) {
    return Stream.of(first, then, last).flatMap(List::stream).toList();
  }

  private boolean isOfStores() {
    return figures.stream().allMatch(CellScore::isOfStore);
  }

  /** A table for each combination with figures, and of a chart for each figure. */
  static List<ViewTable> tables(View view, Dimensions run) {
    boolean single = view.kind() == Kind.BARS || view.kind() == Kind.CURVE;
    return (single ? view.figures().stream().map(view::withFigure).toList() : List.of(view))
        .stream().flatMap(one -> new Pivot(one, run, false).tables().stream()).toList();
  }

  /** All combinations in one table, as leading columns; empty if there are no figures. */
  static Optional<ViewTable> whole(View view, Dimensions run) {
    return new Pivot(view, run, true).tables().stream().findFirst();
  }

  /** The views that have figures, each in one table. */
  static List<ViewTable> whole(List<View> views, Dimensions run) {
    return views.stream().flatMap(view -> whole(view, run).stream()).toList();
  }

  private boolean isSelected(Cell cell) {
    // A cell with a rate is another measurement: only views that name the rate show it.
    boolean names =
        view.where().containsKey(RATE)
            || joined(view.each(), view.rows(), view.columns()).contains(RATE);
    return view.selects(dimension -> dimensions.value(cell, dimension))
        && (names || cell.rate().isEmpty())
        // Every cell has a store; where a view shows more, stores add no cells to it.
        && figures.stream()
            .filter(figure -> isOfStores() || !CellScore.isOfStore(figure))
            .anyMatch(figure -> applies(figure, cell));
  }

  /** Whether cells of this kind have the figure. */
  private boolean applies(String figure, Cell cell) {
    return CellScore.isOwn(figure, cell)
        || measured.computeIfAbsent(
            figure + " " + dimensions.value(cell, WORKLOAD),
            key ->
                dimensions.cells().stream()
                    .filter(one -> key.equals(figure + " " + dimensions.value(one, WORKLOAD)))
                    .anyMatch(one -> dimensions.score(one, figure).isPresent()));
  }

  private void add(Cell cell, List<String> place, String figure) {
    List<CellResult> rounds = dimensions.rounds(cell);
    Optional<CellScore> score = dimensions.score(cell, figure);
    Key key = key(place, figure, false);
    if (score.isPresent()) {
      points.put(key, Entry.of(score.get(), MissingResults.marks(figure, rounds)));
    } else if (!CellScore.isOfStore(figure)) {
      points.put(key, Entry.missing(MissingResults.why(rounds)));
    }
  }

  /** A store is the same whatever is done with it. */
  private Key key(List<String> place, String figure, boolean published) {
    List<String> values = new ArrayList<>(place);
    for (int i = each.size() + rows.size(); CellScore.isOfStore(figure) && i < all.size(); i++) {
      values.set(i, NOT_OF_STORES.contains(all.get(i)) ? "" : values.get(i));
    }
    return new Key(values, figure, published);
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
      if (wanted && values.keySet().containsAll(all)) {
        for (String dimension : all) {
          List<String> order = orders.get(dimension);
          String value = values.get(dimension);
          // A value that we lack stands behind the one published before it.
          String last = before.put(dimension, value);
          if (!order.contains(value)) {
            order.add(last == null ? 0 : order.indexOf(last) + 1, value);
          }
        }
        publish(all.stream().map(values::get).toList(), row);
      } else if (wanted) {
        // A row that leaves dimensions open belongs to each of our cells that it matches.
        List.copyOf(cells.keySet()).stream()
            .filter(
                place ->
                    all.stream()
                        .filter(values::containsKey)
                        .allMatch(name -> place.get(all.indexOf(name)).equals(values.get(name))))
            .forEach(place -> publish(place, row));
      }
    }
  }

  private void publish(List<String> place, Map<String, String> row) {
    places.add(place);
    for (String figure : figures) {
      String text = row.getOrDefault(figure, "").strip();
      if (!text.isEmpty()) {
        points.put(
            key(place, figure, true),
            Entry.published(
                Double.parseDouble(text), unit(figure), row.getOrDefault(CANDIDATE, PUBLISHED)));
      }
    }
  }

  /** The unit of our figures of this name, or else the usual one. */
  private String unit(String figure) {
    return points.entrySet().stream()
        .filter(each -> each.getKey().figure().equals(figure) && each.getValue().value() != null)
        .findFirst()
        .map(each -> each.getValue().unit())
        .orElse(CellScore.isTime(figure) ? "us" : figure.endsWith("Bytes") ? "B" : "op/s");
  }

  private List<ViewTable> tables() {
    return cells.keySet().stream()
        .map(place -> place.subList(0, each.size()))
        .distinct()
        .sorted(order(each))
        .map(this::table)
        .filter(table -> !table.columns().isEmpty())
        .toList();
  }

  private Comparator<List<String>> order(List<String> of) {
    Comparator<List<String>> order = Comparator.comparing(values -> 0);
    for (int i = 0; i < of.size(); i++) {
      int at = i;
      List<String> values = orders.getOrDefault(of.get(i), List.of());
      order = order.thenComparing(one -> values.indexOf(one.get(at)));
    }
    return order;
  }

  private ViewTable table(List<String> part) {
    int first = each.size() + rows.size();
    List<List<String>> lines =
        places.stream()
            .filter(place -> place.subList(0, part.size()).equals(part))
            .map(place -> place.subList(part.size(), first))
            .distinct()
            .sorted(order(rows))
            .toList();
    Map<Key, List<Entry>> found =
        points.keySet().stream()
            .filter(key -> key.place().subList(0, part.size()).equals(part))
            .collect(
                Collectors.groupingBy(
                    key -> key.of(key.place().subList(first, all.size())),
                    LinkedHashMap::new,
                    Collectors.mapping(points::get, Collectors.toList())));
    // Our figures, then those of stores, then published ones.
    List<Key> heads =
        found.keySet().stream()
            .sorted(
                Comparator.comparing(Key::published)
                    .thenComparing(key -> !key.published() && CellScore.isOfStore(key.figure()))
                    .thenComparing(Key::place, order(columns))
                    .thenComparing(key -> figures.indexOf(key.figure())))
            .toList();
    List<Column> shown = heads.stream().map(head -> column(head, found.get(head))).toList();
    String made =
        Dimensions.named(each, name -> dimensions.labelled(name, part.get(each.indexOf(name))));
    Set<String> labels =
        shown.stream().map(head -> label(head.figure(), head.unit())).collect(Collectors.toSet());
    String unit =
        isLabelled() ? "" : ", " + (labels.size() == 1 ? labels.iterator().next() : "per second");
    return new ViewTable(
        view.title() + (made.isEmpty() ? "" : ": " + made) + unit,
        about(),
        view.kind(),
        rows,
        lines.stream().map(line -> labelled(rows, line)).toList(),
        shown,
        lines.stream().map(line -> entries(part, line, heads)).toList(),
        view.kind() == Kind.DISTRIBUTION
            ? lines.stream().map(line -> distribution(part, line)).toList()
            : List.of());
  }

  private List<@Nullable Entry> entries(List<String> part, List<String> line, List<Key> heads) {
    return heads.stream().map(head -> entry(head.of(joined(part, line, head.place())))).toList();
  }

  private List<String> labelled(List<String> names, List<String> values) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> dimensions.labelled(names.get(i), values.get(i)))
        .toList();
  }

  /** How to read it, and what its ratios refer to. */
  private String about() {
    Stream<String> own =
        Stream.ofNullable(view.relativeTo()).map("the same candidate at its first "::concat);
    String ratios =
        Stream.concat(Stream.ofNullable(view.reference()), own)
            .collect(Collectors.joining(", then to "));
    String about = view.about() == null ? "" : view.about();
    return (about + (ratios.isEmpty() ? "" : " Ratios are relative to %s.".formatted(ratios)))
        .strip();
  }

  private List<Percentile> distribution(List<String> part, List<String> line) {
    Cell cell = cells.get(joined(part, line, List.of()));
    return cell == null ? List.of() : CellScore.distribution(dimensions.rounds(cell));
  }

  private Column column(Key column, List<Entry> known) {
    List<String> units =
        known.stream().map(Entry::unit).filter(each -> !each.isEmpty()).distinct().toList();
    String unit = units.isEmpty() ? unit(column.figure()) : units.get(0);
    List<String> values = column.place();
    List<String> shown = labelled(columns, values);
    List<String> parts = new ArrayList<>(column.published() ? List.of(PUBLISHED) : List.of());
    for (int i = 0; i < values.size(); i++) {
      String dimension = columns.get(i);
      if (column.published() && dimension.equals(CANDIDATE)) {
        parts.add(known.get(0).source());
      } else if (!values.get(i).isEmpty()) {
        parts.add(values.size() == 1 ? shown.get(i) : Dimensions.named(dimension, shown.get(i)));
      }
    }
    if (isLabelled()) {
      boolean mixed = units.size() > 1 && !column.published();
      parts.add(mixed ? "per second" : label(column.figure(), unit));
    }
    String detail =
        columns.equals(List.of(MEMORY)) && !values.get(0).isEmpty()
            ? dimensions.memoryBytes(values.get(0)).stream()
                .mapToObj(Figures::size)
                .map(size -> parts.contains(values.get(0)) ? size : size + " here")
                .findFirst()
                .orElse("")
            : "";
    String head = String.join(" ", parts);
    return new Column(shown, detail, column.figure(), unit, head, column.published());
  }

  private boolean isLabelled() {
    return figures.size() > 1 || columns.isEmpty() || columns.contains(WORKLOAD);
  }

  private static String label(String figure, String unit) {
    return switch (figure) {
      case CellScore.SPEED -> unit;
      case CellScore.ACHIEVED -> "achieved/s";
      case CellScore.LOADED_BYTES -> "on disk";
      case CellScore.BYTES_AFTER -> "on disk afterwards";
      case "spaceSaved" -> "raw ÷ disk";
      case "loadSeconds" -> "loaded in";
      case "sustained" -> "sustained/s";
      case "slowestSecond" -> "slowest second";
      case "longestStall" -> "longest stall";
      default -> figure;
    };
  }

  private @Nullable Entry entry(Key key) {
    Entry entry = points.get(key);
    if (entry == null) {
      return null;
    }
    Double value = entry.value();
    Double reference = view.reference() == null ? null : value(key, CANDIDATE, view.reference());
    Double first = view.relativeTo() == null ? null : first(key, view.relativeTo());
    return entry.with(
        value == null || reference == null ? null : RunFacts.number(value / reference),
        value == null || first == null ? null : RunFacts.number(value / first));
  }

  /** The figure at the first value, of a curve the first one that all have. */
  private @Nullable Double first(Key key, String dimension) {
    List<String> values = orders.getOrDefault(dimension, List.of());
    return Stream.concat(values.stream().filter(each -> isCommon(key, each)), values.stream())
        .map(each -> value(key, dimension, each))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Whether all that have the figure, ours or published ones, have it at this value. */
  private boolean isCommon(Key key, String value) {
    List<String> part = key.place().subList(0, each.size());
    return view.kind() == Kind.CURVE
        && points.entrySet().stream()
            .filter(one -> one.getValue().value() != null)
            .map(Map.Entry::getKey)
            .filter(one -> one.figure().equals(key.figure()))
            .filter(one -> one.place().subList(0, each.size()).equals(part))
            .allMatch(one -> value(one, String.valueOf(view.relativeTo()), value) != null);
  }

  /** The figure in the same place but for one dimension. */
  private @Nullable Double value(Key key, String dimension, String value) {
    List<String> other = new ArrayList<>(key.place());
    if (all.contains(dimension)) {
      other.set(all.indexOf(dimension), value);
    }
    Entry entry = points.get(key.of(other));
    return entry == null ? null : entry.value();
  }
}
