package dev.storagebench.sql.suite;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep's text and page show.
 *
 * @param subtitle the workload
 * @param points by variant, then by connections
 */
record SweepModel(String subtitle, List<Point> points, String command) {

  /**
   * A variant at a number of connections, over all rounds; null where it was not measured.
   *
   * @param reason why it was not measured; empty if it was
   */
  record Point(
      String variant,
      int connections,
      @Nullable Double transactions,
      @Nullable Double queries,
      @Nullable Double meanMicros,
      @Nullable Double p95Micros,
      @Nullable Double p99Micros,
      @Nullable Double serverCpuMicros,
      @Nullable Double clientCpuMicros,
      double retried,
      double reconnects,
      String reason) {}

  static SweepModel of(List<CellResult> results, String command) {
    List<CellResult> cells =
        results.stream()
            .filter(each -> each.cell().benchmark().equals("Transaction"))
            // At a rate all that keep up have the same throughput: no point of the curve.
            .filter(each -> each.cell().measuresThroughput())
            .toList();
    List<Point> points = new ArrayList<>();
    cells.stream()
        .map(CellResult::cell)
        .distinct()
        .sorted(
            Comparator.comparing(
                    (dev.storagebench.core.run.Cell cell) -> Variant.of(cell).toString())
                .thenComparing(dev.storagebench.core.run.Cell::threads))
        .forEach(
            cell ->
                points.add(
                    point(cells.stream().filter(each -> each.cell().equals(cell)).toList())));
    String subtitle =
        cells.isEmpty()
            ? "nothing was measured"
            : "%s, %s, keys %s, memory %s"
                .formatted(
                    cells.get(0).cell().parameters().get("workload"),
                    cells.get(0).cell().parameters().get("dataset"),
                    cells.get(0).cell().parameters().get("distribution"),
                    cells.get(0).cell().parameters().get("memory"));
    return new SweepModel(subtitle, List.copyOf(points), command);
  }

  private static Point point(List<CellResult> rounds) {
    CellResult any = rounds.get(0);
    String reason =
        rounds.stream()
            .filter(round -> round.message() != null)
            .map(round -> round.status() + ": " + round.message())
            .findFirst()
            .orElse("");
    return new Point(
        Variant.of(any.cell()).toString(),
        any.cell().threads(),
        mean(rounds, ""),
        mean(rounds, "queries"),
        mean(rounds, "transaction.mean"),
        mean(rounds, "transaction.p95"),
        mean(rounds, "transaction.p99"),
        mean(rounds, "serverCpuPerQuery"),
        mean(rounds, "clientCpuPerQuery"),
        zeroIfNull(mean(rounds, "deadlocks")) + zeroIfNull(mean(rounds, "lockTimeouts")),
        zeroIfNull(mean(rounds, "reconnects")),
        reason);
  }

  private static double zeroIfNull(@Nullable Double value) {
    return value == null ? 0 : value;
  }

  /** The mean of a figure, the primary one if it has no name. */
  private static @Nullable Double mean(List<CellResult> rounds, String name) {
    double mean =
        rounds.stream()
            .flatMap(
                round ->
                    name.isEmpty()
                        ? Stream.ofNullable(round.score())
                        : round.secondary().stream().filter(score -> score.name().equals(name)))
            .mapToDouble(Score::value)
            .average()
            .orElse(Double.NaN);
    return Double.isNaN(mean) ? null : mean;
  }
}
