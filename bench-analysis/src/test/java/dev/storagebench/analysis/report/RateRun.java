package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OpenLoopReport.Iteration;
import dev.storagebench.core.openloop.OperationTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A run with a rate that one engine keeps up and another does not. */
public final class RateRun {
  private RateRun() {}

  /** A cell at 50,000 reads a second. */
  public static Cell cell(String engine) {
    return Runs.cell("PointRead", engine, "rate", "50k");
  }

  /** A round in which so many a second were done, with these response times. */
  public static CellResult result(Cell cell, int round, double achieved, long... micros) {
    Histogram histogram = new Histogram(3);
    for (long each : micros) {
      // Whole microseconds: the page rounds the ends of its axes to the digits of the least.
      histogram.recordValue(each * 1000);
    }
    Iteration iteration =
        new Iteration(1, achieved, 50_000, Math.round(achieved), 1 - achieved / 50_000);
    OpenLoopReport loop = new OpenLoopReport("50k", 50_000, List.of(iteration, iteration));
    Store.Settling idle = new Store.Settling(true, Duration.ZERO, "idle");
    return new CellResult(
        cell,
        round,
        Status.MEASURED,
        null,
        3,
        new Score("primary", achieved, "ops/s", List.of(achieved, achieved), List.of()),
        List.of(
            new Score(
                OperationTimes.RESPONSE,
                histogram.getMean() / 1000,
                "us",
                List.of(),
                List.of(
                    new Percentile(50, histogram.getValueAtPercentile(50) / 1e3),
                    new Percentile(99, histogram.getValueAtPercentile(99) / 1e3)))),
        OperationTimes.encode(histogram),
        new CellReport(
            null,
            null,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            null,
            new CellReport.After(idle, 0, Map.of(), List.of(), loop, null, List.of(), List.of()),
            null),
        List.of(),
        null);
  }

  /** Two rounds, beside closed loops. */
  public static Manifest run() {
    List<CellResult> results = new ArrayList<>();
    for (String engine : List.of("lmdb", "rocksdb")) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", engine), 100_000, 110_000));
    }
    for (int round = 0; round < 2; round++) {
      results.add(result(cell("lmdb"), round, 50_000, 2, 3, 4, 5));
      results.add(result(cell("rocksdb"), round, 31_200, 20_000, 200_000, 300_000, 370_000));
      results.add(result(cell("noop"), round, 50_000, 1, 1, 1, 2));
    }
    return Runs.run("processor", results);
  }
}
