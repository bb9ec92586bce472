package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.benchmarks.fork.CrashReport;
import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.fork.ForkOutput;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.benchmarks.fork.PlannedFork;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures one cell once, in a JMH run of its own with a single fork.
 *
 * @param runFolder gets the reports of crashed JVMs and the files of profilers
 */
record CellRunner(
    PrintStream log, Path runFolder, List<ProfilerSpec> profilers, MachineLock machine) {
  // Those of embedded engines, and of SQL.
  private static final String PACKAGE = "dev\\.storagebench\\.\\w+\\.benchmark";

  /**
   * Measures a cell.
   *
   * @param store which of the independently loaded stores it uses, from 0
   * @param chain the folder of its chain's store; null if it is no stage
   */
  CellResult run(Cell cell, PackedSummary data, int round, int store, @Nullable Path chain)
      throws IOException {
    return run(new ForkPlan(cell, data, round, store, null, chain), List.of());
  }

  /** Runs a fork of a cell whose result does not count, with more flags of its JVM. */
  void rehearse(Cell cell, PackedSummary data, List<String> flags) throws IOException {
    CellResult result = run(new ForkPlan(cell, data, 0, 0, null, null), flags);
    if (result.message() != null) {
      log.println(result.message());
    }
  }

  private CellResult run(ForkPlan plan, List<String> more) throws IOException {
    Cell cell = plan.cell();
    int round = plan.round();
    boolean multiClient = ControllerProcess.isMultiClient(cell);
    if (multiClient && !profilers.isEmpty()) {
      Problem problem =
          Problem.unsupported("profilers watch forks, not several clients; leave out --prof");
      return CellResult.unmeasured(cell, round, 0, problem, null);
    }
    long start = System.nanoTime();
    CrashReport crash = new CrashReport(runFolder);
    List<String> flags = Stream.concat(Stream.of(crash.flag()), more.stream()).toList();
    machine.overlapsOtherRun(); // before this fork
    try (Fork fork = Fork.toMeasure(plan, flags, List.of())) {
      ProfileFolder profiles = ProfileFolder.of(runFolder, cell, round);
      ForkOutput output = new ForkOutput(log);
      ForkWatch watch = fork.watch();
      Exception thrown = null;
      try (watch) {
        RunResult result =
            multiClient
                ? ControllerProcess.run(fork, log)
                : jmh(options(cell, fork, profiles), output);
        watch.close();
        CellReport left = fork.report();
        if (result != null && left != null && left.after() != null && watch.hang() == null) {
          List<Result<?>> figures = ForkFigures.of(left, watch);
          if (machine.overlapsOtherRun()) {
            figures.add(ResourceProfiler.figure(CellResult.BESIDE_ANOTHER_RUN, 1, "#"));
          }
          result.getBenchmarkResults().forEach(each -> figures.forEach(each::addBenchmarkResult));
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
      CellReport left = fork.report();
      log.print(watch.stacks());
      Optional<String> crashed = crash.summary();
      String died =
          ForkDeath.explain(thrown, crashed.isPresent() ? Optional.empty() : output.lastError())
              + crashed.map("; "::concat).orElse("");
      return CellResult.unmeasured(
          cell, round, since(start), problem(fork, watch, left, died), left);
    } catch (UnsupportedSettingException e) {
      return CellResult.unmeasured(cell, round, since(start), Problem.of(e), null);
    }
  }

  private static @Nullable RunResult jmh(Options options, ForkOutput output)
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
      Fork fork, ForkWatch watch, @Nullable CellReport left, String died) {
    Problem problem = left == null ? null : left.problem();
    String outOfMemory = fork.outOfMemory();
    if (outOfMemory != null && (problem == null || !problem.unsupported())) {
      return new Problem(false, outOfMemory);
    }
    if (watch.hang() != null) {
      return new Problem(false, watch.hang() + "; jmh.log has the stacks of all threads");
    }
    return problem != null ? problem : new Problem(false, died);
  }

  private Options options(Cell cell, Fork fork, ProfileFolder profiles) {
    ChainedOptionsBuilder options =
        options(cell)
            .forks(1)
            .jvm(fork.command().java())
            // JMH would interrupt the threads of an iteration; the watch is there before.
            .timeout(TimeValue.seconds(2 * fork.limit().toSeconds()))
            .addProfiler(PlannedFork.class, fork.command().json());
    ProfilerNameShortener.of(profilers.stream().map(each -> each.into(profiles.path())).toList())
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
