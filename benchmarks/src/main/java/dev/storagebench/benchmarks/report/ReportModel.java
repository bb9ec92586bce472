package dev.storagebench.benchmarks.report;

import dev.storagebench.benchmarks.conclusion.Conclusion;
import dev.storagebench.benchmarks.result.CellResult.Status;
import dev.storagebench.core.memory.MemoryReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data of {@code report.html}: figures in base units and texts, no layout.
 *
 * @param title candidates, machine and date
 * @param heading of the suite
 * @param subtitle the conditions
 * @param source where the experiment comes from; empty if it is our own
 * @param markdown the verdict, as it is copied
 * @param candidates by label, the harness's own last, then those of published figures
 * @param figures the absolute figures of all cells in one table; null if there are none
 * @param overall the geometric mean over all throughputs
 * @param machines of a merged run, each by the heads of a table
 * @param notes on the figures, beside the warnings
 * @param settings of all candidates, those in common first
 * @param files beside the page, with the same figures
 */
record ReportModel(
    String title,
    String heading,
    String subtitle,
    String about,
    String source,
    Conclusion conclusion,
    String markdown,
    List<String> candidates,
    List<Section> suite,
    @Nullable ViewTable figures,
    List<Table> tables,
    @Nullable Table overall,
    List<Map<String, String>> machines,
    List<Section> views,
    List<Measured> cells,
    List<String> warnings,
    List<String> notes,
    List<String> leftOut,
    List<Setting> settings,
    Map<String, String> environment,
    List<String> commands,
    List<String> files) {

  /** A view with all that it was made for. */
  record Section(String title, String about, List<ViewTable> tables) {}

  /**
   * A workload with its conditions.
   *
   * @param conditions those in which the run's measures differ; workloads of one text have them in
   *     common
   * @param readPercent the share of reads; null for other workloads than reads, writes and mixes
   * @param rows the best first
   * @param missing candidates without a figure, each with why
   */
  record Table(
      String measure,
      String workload,
      String figure,
      String unit,
      String conditions,
      @Nullable Integer readPercent,
      List<Row> rows,
      Map<String, String> missing) {}

  /**
   * A candidate.
   *
   * @param figure as all outputs show it; empty for a mean over workloads
   * @param bytesOnDisk of its loaded store; null where it began empty
   * @param relativeTo its multiple of each candidate, by that one's label
   */
  record Row(
      String candidate,
      int rounds,
      @Nullable Double value,
      String figure,
      @Nullable Double bytesOnDisk,
      Map<String, Multiple> relativeTo) {}

  /** A ratio of speeds; low and high are null where there is no interval. */
  record Multiple(double ratio, @Nullable Double low, @Nullable Double high, String verdict) {}

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
   * How candidates mapped a setting.
   *
   * @param candidates those with this value, with their memory limits if it differs by them; empty
   *     for all
   */
  record Setting(String name, String value, List<String> candidates, String role, String reason) {}
}
