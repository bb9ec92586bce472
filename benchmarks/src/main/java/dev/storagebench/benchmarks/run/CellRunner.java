package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.CrashReport;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.fork.ForkLimit;
import dev.storagebench.benchmarks.fork.ForkOutput;
import dev.storagebench.benchmarks.fork.ForkSetup;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.benchmarks.result.CellResult;
import dev.storagebench.core.benchmark.ResourceProfiler;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.store.TemporaryFolder;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures one cell once, in a JMH run of its own with a single fork. */
final class CellRunner {
  // Those of embedded engines, and of SQL.
  private static final String PACKAGE = "dev\\.storagebench\\.\\w+\\.benchmark";

  private final PrintStream log;
  private final Path runFolder;
  private final List<ProfilerSpec> profilers;

  /**
   * A runner.
   *
   * @param runFolder gets the reports of crashed JVMs and the files of profilers
   */
  CellRunner(PrintStream log, Path runFolder, List<ProfilerSpec> profilers) {
    this.log = log;
    this.runFolder = runFolder;
    this.profilers = List.copyOf(profilers);
  }

  /**
   * Measures a cell.
   *
   * @param store which of the independently loaded stores it uses, from 0
   */
  CellResult run(Cell cell, PackedSummary data, int round, int store) throws IOException {
    return run(cell, data, round, store, List.of());
  }

  /** Runs a fork of a cell whose result does not count, with more flags of its JVM. */
  void rehearse(Cell cell, PackedSummary data, List<String> flags) throws IOException {
    CellResult result = run(cell, data, 0, 0, flags);
    if (result.message() != null) {
      log.println(result.message());
    }
  }

  private CellResult run(Cell cell, PackedSummary data, int round, int store, List<String> more)
      throws IOException {
    if (ControllerProcess.isMultiClient(cell) && !profilers.isEmpty()) {
      Problem problem =
          Problem.unsupported("profilers watch forks, not several clients; leave out --prof");
      return CellResult.unmeasured(cell, round, 0, problem, null);
    }
    long start = System.nanoTime();
    Path folder = TemporaryFolder.create("f");
    Path report = folder.resolve("report.json");
    try (ForkSetup setup =
        ForkSetup.of(cell.settings(), data, cell.threads() * cell.clients(), more, round, report)) {
      Path handover = folder.resolve("fork.json");
      CrashReport crash = new CrashReport(runFolder);
      ForkSetup.Command command =
          setup
              .command()
              .with(more)
              .with(List.of(crash.flag(), "-D" + CellReport.STORE_PROPERTY + "=" + store));
      new ForkProfiler.Handover(command, report).write(handover);
      ProfileFolder profiles = ProfileFolder.of(runFolder, cell, round);
      Duration limit = ForkLimit.of(cell, data);
      ForkWatch watch =
          ForkWatch.start(
              () -> Orphans.child("-D" + CellReport.FILE_PROPERTY + "=" + report), limit);
      ForkOutput output = new ForkOutput(log);
      Exception thrown = null;
      try (watch) {
        RunResult result =
            ControllerProcess.isMultiClient(cell)
                ? ControllerProcess.run(command, cell, round, folder, log)
                : fork(options(cell, limit, handover, profiles), output);
        watch.close();
        CellReport left = CellReport.read(report);
        if (result != null && left != null && left.after() != null && watch.hang() == null) {
          if (ControllerProcess.isMultiClient(cell)) {
            ForkProfiler.figures(left)
                .forEach(result.getBenchmarkResults().iterator().next()::addBenchmarkResult);
          }
          result
              .getBenchmarkResults()
              .forEach(fork -> watch.figures().forEach(fork::addBenchmarkResult));
          return CellResult.measured(
              cell, round, since(start), result, left, profiles.keep(result, profilers));
        }
      } catch (RunnerException | IOException | RuntimeException e) {
        // Whatever goes wrong around one fork fails its own cell only.
        thrown = e;
        log.println(e);
      } finally {
        log.flush();
      }
      CellReport left = CellReport.read(report);
      log.print(watch.stacks());
      Optional<String> crashed = crash.summary();
      String died =
          ForkDeath.explain(thrown, crashed.isPresent() ? Optional.empty() : output.lastError())
              + crashed.map("; "::concat).orElse("");
      return CellResult.unmeasured(
          cell, round, since(start), problem(setup, watch, left, died), left);
    } catch (UnsupportedSettingException e) {
      Problem problem = new Problem(true, String.valueOf(e.getMessage()));
      return CellResult.unmeasured(cell, round, since(start), problem, null);
    } finally {
      StoreFolder.delete(folder);
    }
  }

  private static @Nullable RunResult fork(Options options, ForkOutput output)
      throws RunnerException {
    Collection<RunResult> results =
        new Runner(options, OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL))
            .run();
    return results.size() == 1 ? results.iterator().next() : null;
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static Problem problem(
      ForkSetup setup, ForkWatch watch, @Nullable CellReport left, String died) {
    Problem problem = left == null ? null : left.problem();
    String outOfMemory = setup.outOfMemory();
    if (outOfMemory != null && (problem == null || !problem.unsupported())) {
      return new Problem(false, outOfMemory);
    }
    if (watch.hang() != null) {
      return new Problem(false, watch.hang() + "; jmh.log has the stacks of all threads");
    }
    return problem != null ? problem : new Problem(false, died);
  }

  private Options options(Cell cell, Duration limit, Path handover, ProfileFolder profiles) {
    ChainedOptionsBuilder options =
        options(cell)
            .forks(1)
            // JMH would interrupt the threads of an iteration; the watch is there before.
            .timeout(TimeValue.seconds(2 * limit.toSeconds()))
            .addProfiler(ForkProfiler.class, handover.toString());
    ProfilerNameShortener.of(
            profilers.stream().map(each -> each.into(profiles.path()).config()).toList())
        .ifPresent(all -> options.addProfiler(all.getKlass(), all.getOpts()));
    return options.build();
  }

  /** What JMH needs to know of a cell, whichever JVM runs it. */
  static ChainedOptionsBuilder options(Cell cell) {
    Cell.Timing timing = cell.timing();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + PACKAGE + "\\." + cell.benchmark() + "\\.")
            .mode(cell.mode())
            .timeUnit(cell.mode() == Mode.SampleTime ? TimeUnit.MICROSECONDS : TimeUnit.SECONDS)
            .threads(cell.threads())
            .warmupIterations(timing.warmups())
            .measurementIterations(timing.iterations())
            .shouldFailOnError(true)
            .timeout(ForkFlags.MAX_ITERATION)
            .addProfiler(ResourceProfiler.class);
    if (timing.iterationMillis() > 0) {
      TimeValue time = TimeValue.milliseconds(timing.iterationMillis());
      options.warmupTime(time).measurementTime(time);
    }
    cell.parameters().forEach(options::param);
    return options;
  }
}
