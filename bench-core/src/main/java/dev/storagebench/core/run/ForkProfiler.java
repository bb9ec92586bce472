package dev.storagebench.core.run;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Starts each fork as {@link ForkFlags} says, sees to it that the fork finds its store prepared,
 * and adds what the fork reports to JMH's results. All of it runs in the host.
 */
public final class ForkProfiler implements ExternalProfiler {
  private static final String LOAD = ".Load.";

  private final boolean prepares;
  private final Path report;
  private int round;

  /**
   * JMH's way to make a profiler.
   *
   * @param options empty for a run of JMH's own command line: each fork is a round and its store is
   *     prepared before it; else {@code round:file}, where the store is prepared already and the
   *     report is left in the file
   */
  public ForkProfiler(String options) throws IOException {
    int colon = options.indexOf(':');
    this.prepares = colon < 0;
    if (prepares) {
      this.report = Files.createTempFile("storage-bench-", ".json");
      report.toFile().deleteOnExit();
    } else {
      this.round = Integer.parseInt(options.substring(0, colon));
      this.report = Path.of(options.substring(colon + 1));
    }
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return ForkFlags.prefix();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    List<String> options = new ArrayList<>(ForkFlags.jvm(params.getJvmArgs()));
    options.addAll(ForkFlags.properties());
    options.add("-D" + CellReport.FILE_PROPERTY + "=" + report);
    options.add("-D" + CellReport.ROUND_PROPERTY + "=" + (prepares ? round++ : round));
    return options;
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    try {
      Files.deleteIfExists(report);
      if (prepares && !params.getBenchmark().contains(LOAD)) {
        // A failure is not told here: the fork meets the same one and fails its own cell.
        PreparedStores.prepare(CellSettings.from(params::getParam), records -> {});
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    CellReport left = CellReport.read(report);
    if (left == null || left.after() == null) {
      return List.of();
    }
    return List.of(
        gauge("bytesOnDisk", (double) left.after().bytesOnDisk(), "B"),
        gauge("settle", left.after().settling().waited().toNanos() / 1e9, "s"));
  }

  private static ScalarResult gauge(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }

  @Override
  public boolean allowPrintOut() {
    // Otherwise JMH keeps it for the case that the fork fails, and then writes it to its log.
    return prepares;
  }

  @Override
  public boolean allowPrintErr() {
    return prepares;
  }

  @Override
  public String getDescription() {
    return "Storage Bench: fork flags, store preparation, size on disk";
  }
}
