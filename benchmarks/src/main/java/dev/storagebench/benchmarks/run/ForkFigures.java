package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OperationTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** What a fork's report and the watch over it add to JMH's own figures. */
final class ForkFigures {
  private ForkFigures() {}

  /** Those of a report of measured operations. */
  static List<Result<?>> of(CellReport report, ForkWatch watch) {
    List<Result<?>> figures = new ArrayList<>(watch.figures());
    CellReport.After after = Objects.requireNonNull(report.after());
    figures.add(gauge("bytesOnDisk", (double) after.bytesOnDisk(), "B"));
    figures.add(gauge("settle", after.settling().waited().toNanos() / 1e9, "s"));
    after
        .figures()
        .forEach(figure -> figures.add(gauge(figure.name(), figure.value(), figure.unit())));
    if (report.warmUp() != null) {
      figures.add(gauge("warmUp", report.warmUp().seconds(), "s"));
    }
    OpenLoopReport loop = report.openLoop();
    String times = after.times();
    if (times != null && OperationTimes.decode(times).getTotalCount() > 0) {
      figures.add(
          new OperationTimes(
              loop == null ? OperationTimes.SERVICE : OperationTimes.RESPONSE, times));
    }
    if (loop != null) {
      figures.add(gauge("rate.asked", loop.perSecond(), "ops/s"));
      figures.add(gauge("rate.achieved", loop.achieved(), "ops/s"));
      figures.add(gauge("rate.backlog", loop.backlog(), "#"));
      figures.add(gauge("rate.lag", loop.lagSeconds() * 1e6, "us"));
    }
    return figures;
  }

  static ScalarResult gauge(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }
}
