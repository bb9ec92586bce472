package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.fork.ForkLimit;
import dev.storagebench.benchmarks.fork.ForkSetup;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.benchmarks.result.CellResult;
import dev.storagebench.benchmarks.result.JmhParams;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.TemporaryFolder;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts each fork with its {@link ForkSetup}, inside its limit of memory if it has one, and adds
 * what the fork reports to JMH's results. All of it runs in the host.
 */
public final class ForkProfiler implements ExternalProfiler {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CLASS_PATH = "java.class.path";
  private static final String REPORT = "report.json";

  private final @Nullable Handover handover;
  private Path report;
  private final String classPath = System.getProperty(CLASS_PATH);
  private final CandidateProbe probe = new CandidateProbe();
  private int round;
  private @Nullable ForkSetup setup;
  private @Nullable Duration limit;
  private @Nullable ForkWatch watch;

  /**
   * A fork whose environment the caller prepares and removes.
   *
   * @param report where the fork leaves its report
   */
  record Handover(ForkSetup.Command command, Path report) {

    /** Writes what {@link ForkProfiler#ForkProfiler} reads. */
    void write(Path file) throws IOException {
      Files.write(file, JSON.writeValueAsBytes(this));
    }
  }

  /**
   * JMH's way to make a profiler.
   *
   * @param options empty for a run of JMH's own command line: each fork is a round, and its store
   *     and environment are prepared before it; else the file of a {@link Handover}
   */
  public ForkProfiler(String options) throws IOException {
    if (options.isEmpty()) {
      this.handover = null;
      this.report = TemporaryFolder.create("f").resolve(REPORT);
      // The last fork may have failed, after which JMH asks for nothing more.
      Runtime.getRuntime().addShutdownHook(new Thread(this::closeSetup));
    } else {
      this.handover = JSON.readValue(new File(options), Handover.class);
      this.report = handover.report();
    }
  }

  /** JMH asks for this first of all. */
  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    MachineLock.overlapsOtherRun(); // before this fork
    try {
      ForkSetup.Command command;
      if (handover != null) {
        command = handover.command();
      } else {
        closeSetup();
        // What the last fork has left: its libraries, if it was killed.
        StoreFolder.delete(report.getParent());
        report = TemporaryFolder.create("f").resolve(REPORT);
        setup = prepared(params);
        command = setup.command();
      }
      // JMH reads it after asking the profilers for their flags.
      System.setProperty(
          CLASS_PATH, ForkFlags.classPath(Candidate.parse(params.getParam("engine"))));
      return command.launcher();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ForkSetup prepared(BenchmarkParams params) throws IOException {
    CellSettings settings = CellSettings.from(params::getParam);
    PackedSummary data = summary(settings);
    Problem problem = data == null ? null : probe.problem(settings, data);
    Map<String, String> values = JmhParams.values(params);
    WorkloadType type = Workloads.ofJmh(params.getBenchmark());
    limit = data == null ? null : ForkLimit.of(params, values, data);
    if (CellSettings.clients(values) > 1) {
      problem =
          Problem.unsupported(
              "clients=%s needs a run of suites; use --clients instead of JMH's arguments"
                  .formatted(values.get("clients")));
    }
    if (data != null && problem == null && type.initialState(values) != InitialState.EMPTY) {
      // A failure is not reported here: the fork fails in the same way.
      StoreLoaderProcess.prepare(settings, data, 0, records -> {});
    }
    return ForkSetup.orProblem(
        problem, settings, data, params.getThreads(), params.getJvmArgs(), round++, report);
  }

  /** Null if the data cannot be read, which the fork will say. */
  private static @Nullable PackedSummary summary(CellSettings settings) {
    try (PackedFile file = CellStore.records(settings)) {
      return file.summary();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    if (handover != null) {
      return handover.command().flags();
    }
    return setup == null ? List.of() : setup.command().flags();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    System.setProperty(CLASS_PATH, classPath);
    if (limit != null) {
      watch =
          ForkWatch.start(
              () -> Orphans.child("-D" + CellReport.FILE_PROPERTY + "=" + report), limit);
    }
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    ForkWatch watched = watch;
    closeSetup();
    CellReport left = CellReport.read(report);
    if (left == null || left.after() == null) {
      return List.of();
    }
    List<Result<?>> figures = new ArrayList<>(watched == null ? List.of() : watched.figures());
    figures.addAll(figures(left));
    OpenLoopReport loop = left.openLoop();
    if (loop != null && handover == null && !loop.keptUp()) {
      // In a run of our own the table says so.
      System.err.println(loop.shortfall());
    }
    return figures;
  }

  /** What a report of measured operations adds to JMH's own figures. */
  static List<Result<?>> figures(CellReport report) {
    List<Result<?>> figures = new ArrayList<>();
    CellReport.After after = Objects.requireNonNull(report.after());
    figures.add(gauge("bytesOnDisk", (double) after.bytesOnDisk(), "B"));
    figures.add(gauge("settle", after.settling().waited().toNanos() / 1e9, "s"));
    after
        .figures()
        .forEach(figure -> figures.add(gauge(figure.name(), figure.value(), figure.unit())));
    if (MachineLock.overlapsOtherRun()) {
      figures.add(gauge(CellResult.BESIDE_ANOTHER_RUN, 1, "#"));
    }
    if (report.warmUp() != null) {
      figures.add(gauge(CellResult.WARM_UP, report.warmUp().seconds(), "s"));
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

  private void closeSetup() {
    ForkWatch watched = watch;
    watch = null;
    if (watched != null) {
      watched.close();
      if (watched.hang() != null) {
        System.err.println(watched.stacks() + "the fork did not end: " + watched.hang());
      }
    }
    ForkSetup last = setup;
    setup = null;
    if (last != null) {
      try (last) {
        String message = last.outOfMemory();
        if (message != null) {
          // JMH reports the exit code only.
          System.err.println(message);
        }
      }
    }
  }

  private static ScalarResult gauge(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }

  @Override
  public boolean allowPrintOut() {
    // Otherwise JMH keeps it for the case that the fork fails, and then writes it to its log.
    return handover == null;
  }

  @Override
  public boolean allowPrintErr() {
    return handover == null;
  }

  @Override
  public String getDescription() {
    return "Storage Bench: fork flags, memory limit, store preparation, size on disk";
  }
}
