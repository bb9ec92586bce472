package dev.storagebench.core.run;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures one cell once, in a JMH run of its own with a single fork. */
final class CellRunner {
  private static final String PACKAGE = "dev.storagebench.core.benchmark";

  private final PrintStream log;

  /**
   * A runner.
   *
   * @param log gets what JMH and the forks print
   */
  CellRunner(PrintStream log) {
    this.log = log;
  }

  CellOutcome run(Cell cell, int round) throws IOException {
    Path file = Files.createTempFile("storage-bench-", ".json");
    try {
      Files.delete(file);
      return measure(cell, round, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private CellOutcome measure(Cell cell, int round, Path file) {
    Exception thrown = null;
    try {
      Collection<RunResult> results =
          new Runner(
                  options(cell, round, file).build(),
                  OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL))
              .run();
      CellReport report = CellReport.read(file);
      if (results.size() == 1 && report != null && report.after() != null) {
        return new CellOutcome.Measured(results.iterator().next(), report);
      }
    } catch (RunnerException | RuntimeException e) {
      // Whatever goes wrong around one fork costs its own cell only.
      thrown = e;
      log.println(e);
    } finally {
      log.flush();
    }
    CellReport report = CellReport.read(file);
    Problem problem = report == null ? null : report.problem();
    if (problem != null) {
      return problem.unsupported()
          ? new CellOutcome.Unsupported(problem.message())
          : new CellOutcome.Failed(problem.message(), report);
    }
    return new CellOutcome.Failed(ForkDeath.explain(thrown), report);
  }

  private static ChainedOptionsBuilder options(Cell cell, int round, Path file) {
    Cell.Timing timing = cell.timing();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + PACKAGE.replace(".", "\\.") + "\\." + cell.benchmark() + "\\.")
            .mode(cell.mode())
            .timeUnit(cell.mode() == Mode.SampleTime ? TimeUnit.MICROSECONDS : TimeUnit.SECONDS)
            .threads(cell.threads())
            .forks(1)
            .warmupIterations(timing.warmups())
            .measurementIterations(timing.iterations())
            .shouldFailOnError(true)
            .timeout(ForkFlags.ITERATION_AT_MOST)
            .addProfiler(ForkProfiler.class, round + ":" + file);
    if (timing.iterationMillis() > 0) {
      TimeValue time = TimeValue.milliseconds(timing.iterationMillis());
      options.warmupTime(time).measurementTime(time);
    }
    cell.parameters().forEach(options::param);
    return options;
  }
}
