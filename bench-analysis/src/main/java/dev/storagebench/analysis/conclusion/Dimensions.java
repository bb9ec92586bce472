package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.memory.MemoryReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The dimensions of a run's cells: their values, in the order of the plan, and how they are
 * written. It keeps what it was asked: a run may have thousands of views.
 */
public final class Dimensions {
  public static final String CANDIDATE = "candidate";
  public static final String WORKLOAD = "workload";
  public static final String THREADS = "threads";
  public static final String MEMORY = "memory";
  public static final String RATE = "rate";
  // 8, 0.33x
  private static final Pattern NUMBER = Pattern.compile("([0-9.]+)(?:x.*)?");

  private final Manifest run;
  private final Map<Cell, List<CellResult>> cells;
  private final IdentityHashMap<Cell, Map<String, String>> values = new IdentityHashMap<>();
  private final IdentityHashMap<Cell, Map<String, Optional<CellScore>>> scores =
      new IdentityHashMap<>();

  public Dimensions(Manifest run) {
    this.run = run;
    this.cells = run.byCell();
  }

  /** The run. */
  public Manifest run() {
    return run;
  }

  /** Its cells in the order of the plan. */
  public Set<Cell> cells() {
    return cells.keySet();
  }

  /** The rounds of one of them. */
  public List<CellResult> rounds(Cell cell) {
    return cells.getOrDefault(cell, List.of());
  }

  /** The value of one of them. */
  public String value(Cell cell, String dimension) {
    return values
        .computeIfAbsent(cell, c -> new HashMap<>())
        .computeIfAbsent(dimension, cell::value);
  }

  /** The score of one of them. */
  public Optional<CellScore> score(Cell cell, String figure) {
    return scores
        .computeIfAbsent(cell, c -> new HashMap<>())
        .computeIfAbsent(figure, name -> CellScore.of(name, rounds(cell)));
  }

  /** A value for people: {@code 8 threads}, {@code memory 3g}; empty for no limit and no rate. */
  public static String named(String dimension, String value) {
    return switch (dimension) {
      case CANDIDATE, "engine", WORKLOAD, "benchmark" -> value;
      case THREADS -> value + (value.equals("1") ? " thread" : " threads");
      case MEMORY, RATE -> value.equals(Parameter.NONE) ? "" : dimension + " " + value;
      default -> Parameter.label(dimension) + " " + value;
    };
  }

  /** A value with the label that the publication has for it: {@code 0.0672x (4 GB)}. */
  public String labelled(String dimension, String value) {
    String label = run.info().labels().getOrDefault(dimension, Map.of()).get(value);
    return label == null ? value : "%s (%s)".formatted(value, label);
  }

  /** The names of measures, with the publication's labels. */
  public Map<Measure, String> names(Collection<Measure> measures) {
    return Measure.names(measures, this::labelled);
  }

  /**
   * A condition in words, with the label of the publication; empty for what goes without saying.
   */
  public String condition(String name, String raw) {
    String value = labelled(name, raw);
    boolean none = value.equals(Parameter.NONE);
    return switch (name) {
      case "dataset" -> value;
      case MEMORY -> none ? "no memory limit" : "memory " + value;
      case "compression" -> none ? "no compression" : "compression " + value;
      case "cache" -> value.equals("auto") || none ? "" : "cache " + value;
      case "distribution" -> none ? "" : value + " keys";
      case "clients" -> value + (value.equals("1") ? " client" : " clients");
      case "table" -> ("table " + value).replaceFirst("^table (\\w+?)x(\\d+)$", "$2 tables $1");
      default -> named(name, value);
    };
  }

  /** All candidates of which a measure was asked, with their rounds. */
  public Map<String, List<CellResult>> candidates(Measure measure) {
    Map<String, List<CellResult>> asked = new LinkedHashMap<>();
    cells.forEach(
        (cell, rounds) -> {
          if (Measure.figuresOf(cell).contains(measure)) {
            asked.put(cell.label(), rounds);
          }
        });
    return asked;
  }

  /** The values of several dimensions for people, separated by commas. */
  public static String named(List<String> dimensions, UnaryOperator<String> value) {
    return dimensions.stream()
        .map(each -> named(each, value.apply(each)))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /**
   * The values in the order of the plan; the harness's own engine is the last candidate.
   *
   * @return a list of the caller's own, which may be changed
   */
  public List<String> values(String dimension) {
    return cells().stream()
        .map(cell -> value(cell, dimension))
        .distinct()
        .sorted(
            Comparator.comparing(
                (String each) -> dimension.equals(CANDIDATE) && !Ranking.isContender(each)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /**
   * The dimensions in which cells differ that have all of these in common: what would put several
   * figures into one place.
   */
  public Set<String> differing(Collection<Cell> some, List<String> common) {
    Map<List<String>, List<Cell>> places =
        some.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> common.stream().map(each -> value(cell, each)).toList()));
    Set<String> differing = new LinkedHashSet<>();
    for (List<Cell> place : places.values()) {
      Set<String> names = new LinkedHashSet<>(List.of(WORKLOAD, CANDIDATE, THREADS));
      place.forEach(cell -> names.addAll(cell.parameters().texts().keySet()));
      names.remove("engine");
      names.removeIf(name -> place.stream().map(cell -> value(cell, name)).distinct().count() == 1);
      // Parameters that belong to the workload differ with it, and are no dimension of their own.
      if (names.contains(WORKLOAD) || names.contains(CANDIDATE)) {
        names.retainAll(Set.of(WORKLOAD, CANDIDATE));
      }
      differing.addAll(names);
    }
    return differing;
  }

  /** Bytes that engine and page cache got with this limit. */
  public OptionalDouble memoryBytes(String memory) {
    return cells.entrySet().stream()
        .filter(each -> value(each.getKey(), MEMORY).equals(memory))
        .flatMap(each -> each.getValue().stream())
        .map(each -> each.reported().memory())
        .filter(Objects::nonNull)
        .mapToDouble(MemoryReport::engineBytes)
        .findFirst();
  }

  /**
   * The values in numeric order: plain numbers ascending, memory sizes in the direction in which
   * they began. Unchanged if they are not numbers.
   */
  public List<String> byNumber(String dimension, List<String> values) {
    Map<String, Double> numbers = new HashMap<>();
    values.forEach(
        value -> number(dimension, value).ifPresent(number -> numbers.put(value, number)));
    if (numbers.size() < values.size()) {
      return values;
    }
    Comparator<String> order = Comparator.comparing(numbers::get);
    boolean falls =
        dimension.equals(MEMORY)
            && values.size() > 1
            && order.compare(values.get(0), values.get(1)) > 0;
    return values.stream().sorted(falls ? order.reversed() : order).toList();
  }

  OptionalDouble number(String dimension, String value) {
    Matcher number = NUMBER.matcher(value);
    return number.matches()
        ? OptionalDouble.of(Double.parseDouble(number.group(1)))
        : dimension.equals(MEMORY) ? memoryBytes(value) : OptionalDouble.empty();
  }
}
