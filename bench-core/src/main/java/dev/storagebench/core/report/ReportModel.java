package dev.storagebench.core.report;

import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.result.CellResult.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data of {@code report.html}: figures in base units and texts, no layout.
 *
 * @param source where the experiment comes from; empty if it is our own
 * @param suite the suite's views
 * @param answers the best candidate of each workload
 * @param candidates by label, the harness's own last, then those of published figures
 * @param harness the engine that stores nothing; its time is the harness's own
 * @param tables candidates relative to the best
 * @param overall the geometric mean over all throughputs
 * @param views of any run
 * @param notes on the figures, beside the warnings
 */
record ReportModel(
    String title,
    String subtitle,
    String about,
    String source,
    List<Section> suite,
    List<Answer> answers,
    List<String> candidates,
    String harness,
    List<Table> tables,
    List<Row> overall,
    List<Section> views,
    List<Size> sizes,
    List<Measured> cells,
    List<String> warnings,
    List<String> notes,
    Map<String, String> leftOut,
    List<Setting> settings,
    Map<String, String> environment,
    List<String> commands) {

  /** A view with all that it was made for. */
  record Section(String title, String about, List<ViewTable> tables) {}

  /**
   * The best candidate of a workload.
   *
   * @param best the best one
   * @param level those without a shown difference, with their ratios
   * @param slower those that are slower, with theirs
   * @param unjudged those without a verdict, with the reason
   */
  record Answer(
      String measure, String best, String figure, String level, String slower, String unjudged) {}

  /** A workload with its conditions. */
  record Table(String measure, String unit, List<Row> rows) {}

  /** A ratio; low and high are null where there is no interval. */
  record Row(
      String candidate,
      int rounds,
      double ratio,
      @Nullable Double low,
      @Nullable Double high,
      String verdict,
      @Nullable String figure) {}

  /**
   * After loading.
   *
   * @param loadSeconds null if it was loaded in parts
   * @param writeAmplification bytes that reached the disk for each byte put
   * @param readAmplification bytes read from the disk for each byte requested
   */
  record Size(
      String candidate,
      long rawBytes,
      long bytesOnDisk,
      @Nullable Double loadSeconds,
      @Nullable Double writeAmplification,
      @Nullable Double readAmplification) {}

  /**
   * One round of a cell.
   *
   * @param singleShot whether its one iteration is the seconds it took
   * @param written to the disk for each operation, by iteration
   * @param perOperation amounts for each operation: faults, pages, bytes, microseconds of CPU
   * @param profiles files of profilers, relative to the page
   */
  record Measured(
      String candidate,
      String benchmark,
      boolean singleShot,
      String workload,
      int threads,
      int round,
      Status status,
      @Nullable String message,
      String unit,
      @Nullable Double score,
      double seconds,
      List<Double> warmUp,
      @Nullable Boolean steady,
      List<Double> iterations,
      List<Double> written,
      List<String> profiles,
      @Nullable MemoryReport memory,
      Map<String, Double> perOperation,
      Map<String, String> parameters) {}

  /**
   * How a candidate mapped a setting.
   *
   * @param memory the memory limits it applies to; empty for all
   */
  record Setting(
      String candidate,
      String name,
      String value,
      String role,
      List<String> memory,
      String reason) {}
}
