package dev.storagebench.sql.suite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the suite's text and page show.
 *
 * @param variants in the order of the plan; the first is the one that others are compared with
 * @param rows one for each memory and workload
 * @param sizes one for each variant that was loaded
 * @param failures cells that were not measured, each with its reason
 */
record WikipediaModel(
    String title,
    String subtitle,
    List<String> variants,
    List<Row> rows,
    List<Size> sizes,
    List<Failure> failures,
    List<String> notes,
    String command) {

  /**
   * A memory and a workload.
   *
   * @param memory as a multiple of the raw data
   * @param ours a figure for each variant, in their order
   * @param publishedInnodb rows per second; null where nothing was published
   */
  record Row(
      String memory,
      String workload,
      List<Figure> ours,
      @Nullable Double publishedTerarkdb,
      @Nullable Double publishedInnodb) {

    @Nullable Double publishedRatio() {
      return publishedTerarkdb == null || publishedInnodb == null
          ? null
          : publishedTerarkdb / publishedInnodb;
    }
  }

  /**
   * A variant's figures; null where it was not measured.
   *
   * @param rowsPerSecond the median over iterations
   * @param least of the iterations
   * @param most of the iterations
   * @param ofFirst how many times the first variant's
   */
  record Figure(
      @Nullable Double rowsPerSecond,
      @Nullable Double least,
      @Nullable Double most,
      @Nullable Double ofFirst,
      @Nullable Double p99Micros,
      @Nullable Double bufferPoolHits,
      @Nullable Double serverCpuMicros) {}

  /** A variant's tables on disk. */
  record Size(String variant, long rawBytes, long bytesOnDisk, double saved) {}

  /** A cell that was not measured. */
  record Failure(String cell, String status, String reason) {}
}
