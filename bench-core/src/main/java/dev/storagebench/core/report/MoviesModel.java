package dev.storagebench.core.report;

import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code movies.html} shows, as JSON: figures in base units and texts, nothing of its looks. A
 * figure is null where it was not measured.
 *
 * @param subtitle the data and the conditions that all cells share
 * @param reference the engine that the others are compared with
 * @param engines by name
 * @param rawBytes of the records
 */
record MoviesModel(
    String title,
    String subtitle,
    String reference,
    List<String> engines,
    @Nullable Long rawBytes,
    List<Tier> tiers,
    List<Workload> workloads,
    List<Distribution> distributions,
    List<Size> sizes,
    String publishedSize,
    List<Latency> latencies,
    List<Growth> growth,
    List<Measured> cells,
    List<String> doubts,
    List<Setting> settings,
    List<Fact> environment,
    List<String> commands) {

  /**
   * A size of memory.
   *
   * @param engineBytes what engine and page cache got; null without a limit
   */
  record Tier(String name, @Nullable Long engineBytes) {}

  /** A chart: one workload with so many threads. */
  record Workload(String name, int threads, List<Rate> rates) {}

  /**
   * Operations a second over all iterations of all rounds.
   *
   * @param ofReference the median as a multiple of the reference's in the same tier
   * @param ofLargest the same, of the engine's own in the tier with the most memory
   */
  record Rate(
      String tier,
      String engine,
      Status status,
      int iterations,
      @Nullable Double median,
      @Nullable Double least,
      @Nullable Double most,
      @Nullable Double ofReference,
      @Nullable Double ofLargest) {}

  /** The service time of a read in microseconds, by percent. */
  record Distribution(String tier, String engine, List<Percentile> percentiles) {}

  /** After loading. */
  record Size(String engine, String codec, long rawBytes, long bytesOnDisk) {}

  /** Microseconds, or ratios of them. */
  record Times(double average, double median, double p99) {
    static @Nullable Times of(MoviesFigures.Times times) {
      return Double.isNaN(times.average() + times.median() + times.p99())
          ? null
          : new Times(times.average(), times.median(), times.p99());
    }
  }

  /** Times with their ratios to the reference's in the same tier. */
  record Compared(Times times, @Nullable Times ofReference) {}

  /**
   * A row of the latency table.
   *
   * @param memory the tier, with the published size where it has one
   */
  record Latency(
      String memory, String engine, @Nullable Compared here, @Nullable Compared published) {}

  /** How many times as long a read takes in the scarce tier as in the tight one. */
  record Growth(String engine, @Nullable Times here, @Nullable Times published) {}

  /**
   * One round of a cell.
   *
   * @param warmUp operations a second in each window of a second
   * @param steady what the warm-up came to; null if there was none
   * @param iterations in the unit given
   */
  record Measured(
      String engine,
      String tier,
      String workload,
      int threads,
      int round,
      Status status,
      @Nullable String message,
      String unit,
      List<Double> warmUp,
      @Nullable Boolean steady,
      double iterationSeconds,
      List<Double> iterations,
      @Nullable Memory memory,
      PerOperation perOperation) {}

  /** The proof of a limit, in bytes. */
  record Memory(long engine, long harness, long limit, long peak, long pageCache, long anonymous) {}

  /** Amounts for each operation: faults and pages, bytes, microseconds. */
  record PerOperation(
      @Nullable Double majorFaults,
      @Nullable Double refaults,
      @Nullable Double diskRead,
      @Nullable Double diskWritten,
      @Nullable Double cpuMicros) {}

  /**
   * What an engine made of a setting.
   *
   * @param tiers where it was so; empty for everywhere
   */
  record Setting(
      String engine, String name, String value, String role, List<String> tiers, String reason) {}

  /** A name and its value. */
  record Fact(String name, String value) {}
}
