package dev.storagebench.core.compare;

import dev.storagebench.core.run.Cell;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is measured, whoever is measured: all that two cells must have in common to be compared.
 *
 * @param workload as {@link Cell#workload()} names it
 * @param figure which figure of the cell
 * @param threads at work on the store
 * @param parameters all but the engine's name
 */
public record Measure(String workload, Figure figure, int threads, Map<String, String> parameters) {

  /** A figure of a cell; all are turned so that more is better. */
  public enum Figure {
    /** Operations a second, the mean of a fork's iterations. */
    THROUGHPUT("op/s"),
    /** Records a second, from the first put to the last. */
    LOAD("rec/s"),
    /** The median service time, or response time at a rate; its inverse is compared. */
    MEDIAN_TIME("p50"),
    /** The time that one in a hundred exceeds; its inverse is compared. */
    P99_TIME("p99");

    private final String unit;

    Figure(String unit) {
      this.unit = unit;
    }

    /** As the heading of a column. */
    public String unit() {
      return unit;
    }

    /** Whether the figure itself is a time, the inverse of the speed that is compared. */
    public boolean isTime() {
      return this == MEDIAN_TIME || this == P99_TIME;
    }
  }

  public Measure {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  static Measure of(Cell cell, Figure figure) {
    Map<String, String> parameters = new LinkedHashMap<>(cell.parameters());
    parameters.remove("engine");
    return new Measure(cell.workload(), figure, cell.threads(), parameters);
  }

  /** What is compared of a cell, once it is measured. */
  public static List<Measure> figuresOf(Cell cell) {
    if (cell.rate().isPresent()) {
      // Not what came through: that is the same for all that keep up.
      return List.of(of(cell, Figure.MEDIAN_TIME), of(cell, Figure.P99_TIME));
    }
    return switch (cell.mode()) {
      case SampleTime -> List.of(of(cell, Figure.MEDIAN_TIME), of(cell, Figure.P99_TIME));
      case SingleShotTime -> List.of(of(cell, Figure.LOAD));
      default -> List.of(of(cell, Figure.THROUGHPUT));
    };
  }

  /** Without the conditions. */
  public String shortName() {
    return figure.isTime() ? workload + " " + figure.unit() : workload;
  }

  /** Workload, threads, memory: what tells the measures of one run apart. */
  public String name() {
    String memory = parameters.getOrDefault("memory", "none");
    return "%s, %d %s%s"
        .formatted(
            shortName(),
            threads,
            threads == 1 ? "thread" : "threads",
            memory.equals("none") ? "" : ", memory " + memory);
  }
}
