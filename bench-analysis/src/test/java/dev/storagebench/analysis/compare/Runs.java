package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Environment;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/** Small runs that never were. */
public final class Runs {
  private Runs() {}

  /** A cell with these parameters beside engine and memory. */
  public static Cell cell(String benchmark, String engine, String... more) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("engine", engine);
    parameters.put("memory", "none");
    for (int i = 0; i < more.length; i += 2) {
      parameters.put(more[i], more[i + 1]);
    }
    return new Cell(
        benchmark,
        Mode.Throughput,
        2,
        new Parameters(parameters),
        new Cell.Timing(1, 2, 1000),
        Integer.MAX_VALUE,
        0);
  }

  /** One measured round that took ten seconds. */
  public static CellResult measured(Cell cell, int round, double... iterations) {
    List<Double> values = new ArrayList<>();
    for (double value : iterations) {
      values.add(value);
    }
    Score score = new Score("primary", values.get(0), "ops/s", values, List.of());
    return new CellResult(
        cell, round, Status.MEASURED, null, 10, score, List.of(), null, null, List.of(), null);
  }

  /** A measured round with these scores beside its primary one, and this report. */
  public static CellResult with(
      CellResult one, List<Score> secondary, @Nullable CellReport report) {
    return new CellResult(
        one.cell(),
        one.round(),
        one.status(),
        null,
        one.seconds(),
        one.score(),
        secondary,
        null,
        report,
        List.of(),
        null);
  }

  /** Rounds with one iteration each. */
  public static List<CellResult> rounds(Cell cell, double... speeds) {
    List<CellResult> results = new ArrayList<>();
    for (int i = 0; i < speeds.length; i++) {
      results.add(measured(cell, i, speeds[i]));
    }
    return results;
  }

  /** A run of these results on a machine with this processor. */
  public static Manifest run(String processor, List<CellResult> results) {
    List<Cell> cells = results.stream().map(CellResult::cell).distinct().toList();
    return new Manifest(
        Manifest.FORMAT,
        "1",
        List.of(),
        Instant.EPOCH,
        Instant.EPOCH,
        null,
        new RunPlan(cells, 10, 1, 1),
        new Environment("Linux", processor, 2, 1L << 34, "JVM 17", "ext4", List.of()),
        List.of("java"),
        Map.of(),
        List.of(),
        StopRule.NONE,
        new Origin("", Map.of()),
        results);
  }

  /** A run with these profilers and this origin. */
  public static Manifest with(Manifest run, List<String> profilers, Origin origin) {
    return with(run, profilers, origin, run.results());
  }

  /** A run that has only these results of its plan. */
  public static Manifest with(Manifest run, List<CellResult> results) {
    return with(run, run.profilers(), run.origin(), results);
  }

  private static Manifest with(
      Manifest run, List<String> profilers, Origin origin, List<CellResult> results) {
    return new Manifest(
        run.format(),
        run.version(),
        run.command(),
        run.started(),
        run.finished(),
        run.suite(),
        run.plan(),
        run.environment(),
        run.forkCommand(),
        run.leftOut(),
        profilers,
        run.rule(),
        origin,
        results);
  }
}
