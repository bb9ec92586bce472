package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.recorder.ResourceProfiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.Result;

/** Figures of a fork's report and of the watch over it, beside JMH's own. */
final class ForkFigures {
  private ForkFigures() {}

  /** Those of a report of measured operations. */
  static List<Result<?>> of(CellReport report, ForkWatch watch, boolean besideAnotherRun) {
    List<Result<?>> figures = new ArrayList<>(watch.figures());
    if (besideAnotherRun) {
      figures.add(ResourceProfiler.figure(CellResult.BESIDE_ANOTHER_RUN, 1, "#"));
    }
    CellReport.After after = Objects.requireNonNull(report.after());
    figures.add(ResourceProfiler.figure("bytesAfter", (double) after.bytesOnDisk(), "B"));
    if (report.prepared() != null) {
      figures.add(
          ResourceProfiler.figure("loadedBytes", (double) report.prepared().bytesOnDisk(), "B"));
    }
    figures.add(ResourceProfiler.figure("settle", after.settling().waited().toNanos() / 1e9, "s"));
    after
        .figures()
        .forEach(
            figure ->
                figures.add(ResourceProfiler.figure(figure.name(), figure.value(), figure.unit())));
    if (report.warmUp() != null) {
      figures.add(ResourceProfiler.figure("warmUp", report.warmUp().seconds(), "s"));
    }
    OpenLoopReport loop = report.openLoop();
    String times = after.times();
    if (times != null && OperationTimes.decode(times).getTotalCount() > 0) {
      figures.add(
          new OperationTimes(
              loop == null ? OperationTimes.SERVICE : OperationTimes.RESPONSE, times));
    }
    if (loop != null) {
      figures.add(ResourceProfiler.figure("rate.asked", loop.perSecond(), "ops/s"));
      figures.add(ResourceProfiler.figure("rate.achieved", loop.achieved(), "ops/s"));
      figures.add(ResourceProfiler.figure("rate.backlog", loop.backlog(), "#"));
      figures.add(ResourceProfiler.figure("rate.lag", loop.lagSeconds() * 1e6, "us"));
    }
    return figures;
  }
}
