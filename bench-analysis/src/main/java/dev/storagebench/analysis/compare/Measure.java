package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.cell.Workloads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * The key of a comparison: all that was asked of a cell less its candidate. Cells with the same
 * measure are compared, whatever their candidates made of it.
 *
 * @param benchmark the benchmark's simple name
 * @param workload as {@link Cell#workload()} names it
 * @param figure of the cell, as {@link CellScore#figures} names it
 * @param parameters as {@link Cell#asked} lists them
 */
public record Measure(
    Kind kind,
    String benchmark,
    String workload,
    String figure,
    String unit,
    int threads,
    Parameters parameters) {
  /** Conditions that a run may vary beside candidates and workloads. */
  public static final List<String> CONDITIONS =
      List.of("dataset", "threads", "memory", "durability", "compression", "cache", "distribution");

  /** The figure that is compared. */
  public enum Kind {
    /** Operations or transactions a second. */
    THROUGHPUT,
    /** Records a second of work that fills or rewrites a store once. */
    LOAD,
    /** Times of operations in a closed loop. */
    SERVICE_TIME,
    /** Times of operations that come at a rate, from when they are due. */
    RESPONSE_TIME;

    private static Kind of(Cell cell, String figure) {
      return CellScore.isTime(figure)
          ? cell.rate().isPresent() ? RESPONSE_TIME : SERVICE_TIME
          : Workloads.find(cell.benchmark()).filter(WorkloadType::isLoad).isPresent()
              ? LOAD
              : THROUGHPUT;
    }
  }

  /** Measures of a cell, by which it is compared. */
  public static List<Measure> figuresOf(Cell cell) {
    Parameters asked = new Parameters(cell.asked());
    return CellScore.figures(cell).stream()
        .map(
            figure ->
                new Measure(
                    Kind.of(cell, figure),
                    cell.benchmark(),
                    cell.workload(),
                    figure,
                    CellScore.isTime(figure) ? "us" : cell.unit(),
                    cell.threads(),
                    asked))
        .toList();
  }

  /** Whether the figure is a time, whose inverse is compared. */
  public boolean isTime() {
    return kind == Kind.SERVICE_TIME || kind == Kind.RESPONSE_TIME;
  }

  /** Whether it is the time that stands beside throughputs. */
  public boolean isP99() {
    return isTime() && figure.equals("p99");
  }

  /** Whether it is the p99 of a workload whose throughput the other one is. */
  public boolean isTailOf(Measure throughput) {
    return kind == Kind.SERVICE_TIME
        && isP99()
        && !throughput.isTime()
        && label().equals(throughput.label())
        && conditions().equals(throughput.conditions());
  }

  /** The value of a condition or parameter, {@code none} if it is lacking. */
  public String value(String condition) {
    return condition.equals("threads")
        ? Integer.toString(threads)
        : parameters.texts().getOrDefault(condition, Parameter.NONE);
  }

  /** The values of a condition, in the order of the measures. */
  public static Set<String> values(Collection<Measure> measures, String condition) {
    return measures.stream()
        .map(each -> each.value(condition))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The conditions of which the measures have several values. */
  public static List<String> varying(Collection<Measure> measures) {
    return CONDITIONS.stream().filter(each -> values(measures, each).size() > 1).toList();
  }

  /** The values of all conditions. */
  public Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    CONDITIONS.forEach(each -> conditions.put(each, value(each)));
    return conditions;
  }

  /** The workload, whichever of its figures this is. */
  public String label() {
    return Optional.ofNullable(parameters.texts().get(Cell.STAGE))
        .or(() -> type().map(type -> type.label(parameters)))
        .orElse(benchmark);
  }

  /** Without the conditions. */
  public String shortName() {
    return isTime() ? workload + " " + figure : workload;
  }

  /** The workload as verdicts name it. */
  public String verdictName() {
    return typeOfSpeed().map(type -> type.shortName(parameters)).orElseGet(this::shortName);
  }

  /** The share of operations that read one record; empty for times, stages and other workloads. */
  public Optional<Integer> readPercent() {
    return typeOfSpeed().flatMap(type -> type.readPercent(parameters));
  }

  /** A stage of a chain has none: it begins with what the one before it has left. */
  private Optional<WorkloadType> typeOfSpeed() {
    return type().filter(type -> !isTime() && !parameters.texts().containsKey(Cell.STAGE));
  }

  private Optional<WorkloadType> type() {
    return Workloads.find(benchmark);
  }

  /** Workload, threads and memory. */
  public String name() {
    return String.join(", ", parts(Set.of("threads", "memory"), (name, value) -> value));
  }

  /** Names as short as they can be: without threads and memory that all measures have in common. */
  public static Map<Measure, String> shortNames(Collection<Measure> measures) {
    Set<String> differing = new LinkedHashSet<>(Set.of("threads", "memory"));
    differing.removeIf(each -> values(measures, each).size() == 1);
    return names(measures, differing, (name, value) -> value);
  }

  /**
   * The names of measures, with the parameters by which those of one name differ.
   *
   * @param labelled the value of a condition as it is shown
   */
  public static Map<Measure, String> names(
      Collection<Measure> measures, BinaryOperator<String> labelled) {
    return names(measures, Set.of("threads", "memory"), labelled);
  }

  private static Map<Measure, String> names(
      Collection<Measure> measures, Set<String> conditions, BinaryOperator<String> labelled) {
    Map<String, List<Measure>> byName =
        measures.stream().collect(Collectors.groupingBy(Measure::name));
    Map<Measure, String> names = new LinkedHashMap<>();
    for (Measure measure : measures) {
      List<String> parts = measure.parts(conditions, labelled);
      List<Measure> alike = byName.getOrDefault(measure.name(), List.of());
      measure.parameters.texts().entrySet().stream()
          .filter(own -> !alike.stream().allMatch(each -> each.has(own)))
          .forEach(own -> parts.add(own.getKey() + " " + own.getValue()));
      names.put(measure, String.join(", ", parts));
    }
    return names;
  }

  private boolean has(Map.Entry<String, String> parameter) {
    return parameters.texts().entrySet().contains(parameter);
  }

  private List<String> parts(Set<String> conditions, BinaryOperator<String> labelled) {
    List<String> parts = new ArrayList<>(List.of(shortName()));
    if (conditions.contains("threads")) {
      parts.add(threads + (threads == 1 ? " thread" : " threads"));
    }
    if (conditions.contains("memory") && !value("memory").equals(Parameter.NONE)) {
      parts.add("memory " + labelled.apply("memory", value("memory")));
    }
    return parts;
  }
}
