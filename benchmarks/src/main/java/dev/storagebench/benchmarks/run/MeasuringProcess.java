package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.JmhResults;
import dev.storagebench.analysis.result.JmhTurns;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The JVM of a fork that measures: JMH runs in it, without forks of its own. Its result and the
 * report are files in the fork's folder.
 */
public final class MeasuringProcess {
  private static final String RESULT = "result.jmh";
  // In which stores are also opened, copied, settled and closed.
  private static final TimeValue MAX_ITERATION = TimeValue.hours(6);
  // Those of embedded engines, and of SQL.
  private static final String PACKAGE = "dev\\.storagebench\\.\\w+\\.benchmark";

  private MeasuringProcess() {}

  /** Measures the planned cell. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.US);
    // The host listens for its turns there.
    System.setOut(System.err);
    ForkPlan plan = ForkPlan.current().orElseThrow();
    Path report = ForkPlan.report().orElseThrow();
    try {
      RunResult result = jmh(plan);
      CellReport left = CellReport.read(report);
      if (left != null && left.after() != null) {
        keep(JmhTurns.of(plan.cell(), result, left), report.getParent());
      }
    } catch (RunnerException | IOException | RuntimeException | LinkageError e) {
      e.printStackTrace();
      CellReport left = CellReport.read(report);
      if (left == null || left.problem() == null) {
        CellReport.of(Problem.failed(ForkDeath.explain(e))).write(report);
      }
    }
    System.exit(0);
  }

  /**
   * Measures a cell in this JVM, which an IDE may watch, without a fork of its own.
   *
   * @throws EngineException if it fails
   */
  public static CellResult here(ForkPlan plan, List<ProfilerSpec> profilers) throws IOException {
    long start = System.nanoTime();
    TemporaryFolder.begin(CacheFolder.current());
    try {
      List<String> names = profilers.stream().map(ProfilerSpec::toString).toList();
      Measured measured = measure(plan.with(names), TemporaryFolder.create("j"));
      return CellResult.measured(
          plan.cell(),
          plan.round(),
          (System.nanoTime() - start) / 1e9,
          measured.result(),
          measured.report(),
          List.of());
    } catch (RunnerException e) {
      return CellResult.unmeasured(
          plan.cell(), plan.round(), 0, Problem.failed(ForkDeath.explain(e)), null);
    }
  }

  /** JMH's result, by turns if there were any, and the report that the benchmark has left. */
  record Measured(RunResult result, CellReport report) {}

  /** Carries out a plan in this JVM, which has none yet; its report is left in a folder. */
  static Measured measure(ForkPlan plan, Path folder) throws RunnerException, IOException {
    plan.write(folder);
    System.setProperty(ForkPlan.PROPERTY, folder.toString());
    RunResult raw = jmh(plan);
    CellReport left = CellReport.read(ForkPlan.report(folder));
    if (left == null || left.after() == null) {
      throw new EngineException("the benchmark has left no report");
    }
    return new Measured(JmhTurns.of(plan.cell(), raw, left), left);
  }

  /** Leaves a result in the folder of a fork. */
  static void keep(RunResult result, Path folder) throws IOException {
    Files.write(folder.resolve(RESULT), JmhResults.bytes(result));
  }

  /** Result that a fork has left; null if it has measured nothing. */
  static @Nullable RunResult result(Path folder) throws IOException {
    Path file = folder.resolve(RESULT);
    return Files.exists(file) ? JmhResults.read(Files.readAllBytes(file)) : null;
  }

  /**
   * Lets JMH call the benchmark of a cell in this JVM: each thread once for the warm-up, if it has
   * one, and once for all that is measured.
   */
  private static RunResult jmh(ForkPlan plan) throws RunnerException {
    Cell cell = plan.cell();
    // Each fork has a JMH of its own; another lock lets one run measure at a time.
    System.setProperty("jmh.ignoreLock", "true");
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + PACKAGE + "\\." + cell.benchmark() + "\\.")
            .mode(Mode.SingleShotTime)
            .timeUnit(TimeUnit.SECONDS)
            .threads(cell.threads())
            .forks(0)
            .warmupIterations(Workloads.named(cell.benchmark()).warmsUpInLoop() ? 1 : 0)
            .measurementIterations(1)
            .shouldFailOnError(true)
            .timeout(MAX_ITERATION)
            .addProfiler(ResourceProfiler.class);
    plan.profilers().stream()
        .map(ProfilerSpec::of)
        .forEach(each -> options.addProfiler(each.name(), each.options()));
    Collection<RunResult> results =
        new Runner(
                options.build(),
                OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT))
            .run();
    if (results.size() != 1) {
      throw new IllegalStateException("JMH returned %d results".formatted(results.size()));
    }
    return results.iterator().next();
  }
}
