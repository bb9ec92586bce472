package dev.storagebench.core.report;

import dev.storagebench.core.report.MoviesModel.Fact;
import dev.storagebench.core.report.MoviesModel.Memory;
import dev.storagebench.core.report.MoviesModel.PerOperation;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code report.html} shows, as JSON: figures in base units and texts, nothing of its looks.
 *
 * @param answers which engine for what, a line a workload
 * @param engines by name, the harness's own last
 * @param harness the engine that stores nothing; its time is the harness's own
 * @param tables engines relative to the best
 * @param overall the geometric mean over all throughputs
 */
record ReportModel(
    String title,
    String subtitle,
    List<Answer> answers,
    List<String> engines,
    String harness,
    List<Table> tables,
    List<Row> overall,
    List<Speed> speeds,
    List<Distribution> distributions,
    List<Paced> paced,
    List<Size> sizes,
    List<Measured> cells,
    List<String> doubts,
    List<Fact> leftOut,
    List<Setting> settings,
    List<Fact> environment,
    List<String> commands) {

  /**
   * Which engine for what.
   *
   * @param best the best one
   * @param sure whether there are rounds enough to tell
   * @param level those of which no difference to it is shown, with their ratios
   * @param slower the others, with theirs
   */
  record Answer(
      String measure, String best, String figure, boolean sure, String level, String slower) {}

  /** A workload with its conditions. */
  record Table(String measure, String unit, List<Row> rows) {}

  /** A ratio; low and high are null where there is no interval. */
  record Row(
      String engine,
      int rounds,
      double ratio,
      @Nullable Double low,
      @Nullable Double high,
      String verdict,
      @Nullable Double figure) {}

  /** A throughput: its geometric mean over rounds, and its least and most round. */
  record Speed(
      String workload,
      int threads,
      String memory,
      String engine,
      double mean,
      double least,
      double most) {}

  /** The service time of an operation in microseconds, by percent. */
  record Distribution(String measure, String engine, List<Percentile> percentiles) {}

  /**
   * What came of a rate.
   *
   * @param percentiles the response time of an operation in microseconds, of all rounds together
   * @param asked operations a second
   * @param achieved operations a second, the mean of the rounds
   * @param keptUp in every round
   */
  record Paced(
      String measure,
      String engine,
      List<Percentile> percentiles,
      double asked,
      double achieved,
      boolean keptUp) {}

  /**
   * After loading.
   *
   * @param loadSeconds null if it was loaded in parts
   * @param writeAmplification bytes that reached the disk for each byte put
   * @param readAmplification bytes read from the disk for each byte asked for
   */
  record Size(
      String engine,
      long rawBytes,
      long bytesOnDisk,
      @Nullable Double loadSeconds,
      @Nullable Double writeAmplification,
      @Nullable Double readAmplification) {}

  /**
   * One round of a cell.
   *
   * @param written to the disk for each operation, by iteration
   * @param profiles files of profilers, relative to the page
   */
  record Measured(
      String engine,
      String workload,
      int threads,
      String memoryName,
      int round,
      Status status,
      @Nullable String message,
      String unit,
      @Nullable Double score,
      double seconds,
      List<Double> warmUp,
      @Nullable Boolean steady,
      double iterationSeconds,
      List<Double> iterations,
      List<Double> written,
      List<String> profiles,
      @Nullable Memory memory,
      PerOperation perOperation,
      Map<String, String> parameters) {}

  /** What an engine made of a setting. */
  record Setting(String engine, String name, String value, String role, String reason) {}
}
