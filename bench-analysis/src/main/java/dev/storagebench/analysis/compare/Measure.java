package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    String benchmark,
    String workload,
    String figure,
    String unit,
    int threads,
    Map<String, String> parameters) {

  public Measure {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** What is compared of a cell, once it is measured. */
  public static List<Measure> figuresOf(Cell cell) {
    return CellScore.figures(cell).stream()
        .map(
            figure ->
                new Measure(
                    cell.benchmark(),
                    cell.workload(),
                    figure,
                    CellScore.isTime(figure) ? "us" : cell.unit(),
                    cell.threads(),
                    cell.asked()))
        .toList();
  }

  /** Whether the figure is a time, whose inverse is compared. */
  public boolean isTime() {
    return CellScore.isTime(figure);
  }

  /** Without the conditions. */
  public String shortName() {
    return isTime() ? workload + " " + figure : workload;
  }

  /** The kind of workload whose throughput is compared; empty for times. */
  public Optional<WorkloadType> throughputOf() {
    return isTime() ? Optional.empty() : Workloads.find(benchmark);
  }

  /** Workload, threads and memory. */
  public String name() {
    String memory = parameters.getOrDefault("memory", "none");
    return "%s, %d %s%s"
        .formatted(
            shortName(),
            threads,
            threads == 1 ? "thread" : "threads",
            memory.equals("none") ? "" : ", memory " + memory);
  }

  /** Names as short as they can be: without threads and memory that all measures have in common. */
  public static Map<Measure, String> shortNames(Collection<Measure> measures) {
    Map<Measure, String> names = names(measures);
    boolean threads = measures.stream().map(Measure::threads).distinct().count() > 1;
    boolean memory =
        measures.stream().map(each -> each.parameters.get("memory")).distinct().count() > 1;
    names.replaceAll(
        (measure, name) -> {
          String some = threads ? name : name.replaceFirst(", \\d+ threads?", "");
          return memory ? some : some.replaceFirst(", memory [^,]+", "");
        });
    return names;
  }

  /** The names of measures, with the parameters by which those of one name differ. */
  public static Map<Measure, String> names(Collection<Measure> measures) {
    Map<String, List<Measure>> byName =
        measures.stream().collect(Collectors.groupingBy(Measure::name));
    Map<Measure, String> names = new LinkedHashMap<>();
    for (Measure measure : measures) {
      List<String> parts = new ArrayList<>(List.of(measure.name()));
      List<Measure> alike = byName.getOrDefault(measure.name(), List.of());
      measure.parameters.forEach(
          (name, value) -> {
            if (alike.stream().anyMatch(each -> !value.equals(each.parameters.get(name)))) {
              parts.add(name + " " + value);
            }
          });
      names.put(measure, String.join(", ", parts));
    }
    return names;
  }
}
