package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.benchmarks.fork.CrashReport;
import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.benchmarks.fork.ForkProcess;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.benchmarks.fork.Freezer;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.process.ProcessorTime;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.turns.HostTurns;
import dev.storagebench.core.turns.Turns.Turn;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * A fork that measures a cell once: from its start, through turns between which it stands still, to
 * its result. All methods are called by one thread; none throws because the fork is gone.
 */
final class Contender implements AutoCloseable {
  // Otherwise others share the processors with it, or leave it enough.
  private static final double OTHERS_SHARE = 0.25;

  private final ForkPlan plan;
  private final @Nullable Freezer freezer;
  private final List<String> flags;
  private final PrintStream log;
  private final CrashReport crash;
  private final ForkProfilers profilers;
  private @Nullable Fork fork;
  private @Nullable ForkProcess process;
  private @Nullable Problem problem;
  private List<ProcessHandle> stopped = List.of();
  private boolean waits;
  private int exit;
  private double seconds;
  private long worked;
  private long operations;
  private int turns;
  private int besideOthers;

  /**
   * A fork that is not started yet.
   *
   * @param freezer stops it between turns; null if it has no rivals
   */
  Contender(ForkPlan plan, @Nullable Freezer freezer, Forks forks, PrintStream log) {
    this.plan = plan;
    this.freezer = freezer;
    this.flags = forks.flags();
    this.log = log;
    this.crash = new CrashReport(forks.folder());
    this.profilers =
        new ForkProfilers(forks.profilers(), forks.folder(), plan.cell(), plan.round());
  }

  Cell cell() {
    return plan.cell();
  }

  /** The nanoseconds that counted in its turns. */
  long worked() {
    return worked;
  }

  /** How long an operation of a thread took on average; 0 before the first turn. */
  long operationNanos() {
    return operations == 0 ? 0 : worked * cell().threads() / operations;
  }

  /** Starts it; if it takes turns, returns when it is warm and stands still. */
  void begin() throws InterruptedException {
    long start = System.nanoTime();
    boolean hasClients = ControllerProcess.isMultiClient(cell());
    try {
      if (hasClients && !profilers.names().isEmpty()) {
        throw new UnsupportedSettingException(
            "profilers watch forks, not several clients; leave out --prof");
      }
      List<String> all = new ArrayList<>(hasClients ? List.of() : flags);
      all.add(crash.flag());
      all.addAll(profilers.flags());
      fork = Fork.toMeasure(plan.with(profilers.names()), profilers.launcher(), all);
      process =
          fork.start(
              hasClients ? ControllerProcess.class : MeasuringProcess.class,
              profilers.tee(fork.folder(), log::println));
      if (plan.token() != Token.NONE) {
        waits = process.next().isPresent();
        rest();
      }
    } catch (UnsupportedSettingException e) {
      problem = Problem.of(e);
    } catch (IOException | RuntimeException e) {
      // Whatever goes wrong around one fork fails its own cell only.
      fail(e);
    }
    took(start);
  }

  private void took(long start) {
    seconds += (System.nanoTime() - start) / 1e9;
  }

  private void fail(Exception e) {
    log.println(e);
    problem = Problem.of(e);
    waits = false;
    if (process != null) {
      process.kill();
    }
  }

  private void rest() throws IOException {
    if (freezer != null && process != null && fork != null && waits) {
      fork.watch().rests(true);
      stopped = freezer.freeze(process.handle());
    }
  }

  private void wake() throws IOException {
    if (freezer != null && fork != null) {
      freezer.thaw(stopped);
      fork.watch().rests(false);
    }
  }

  /** Lets it work, and returns when it stands still again. */
  void take(Turn turn) throws InterruptedException {
    if (process == null || !waits) {
      return;
    }
    long start = System.nanoTime();
    ProcessorTime before = ProcessorTime.now(stopped);
    try {
      wake();
      process.say(HostTurns.text(turn));
      Optional<String> done = process.next();
      waits = done.isPresent();
      if (waits) {
        long[] counted = HostTurns.counted(done.get());
        worked += counted[0];
        operations += counted[1];
      }
      rest();
      ProcessorTime after = ProcessorTime.now(stopped);
      turns++;
      if (before != null
          && after != null
          && !stopped.isEmpty()
          && after.since(before).othersShare() > OTHERS_SHARE) {
        besideOthers++;
      }
    } catch (IOException e) {
      fail(e);
    }
    took(start);
  }

  /** Lets it settle, report and end. */
  void finish() throws InterruptedException {
    long start = System.nanoTime();
    if (process != null && fork != null) {
      try {
        wake();
      } catch (IOException e) {
        fail(e);
      }
      if (waits) {
        process.say(HostTurns.END);
      }
      exit = process.awaitEnd();
      fork.watch().close();
    }
    took(start);
  }

  /** Result, or why there is none; after its end. */
  CellResult result(boolean besideAnotherRun) {
    Fork ended = fork;
    if (ended == null || process == null) {
      return unmeasured(problem == null ? Problem.failed("it was not started") : problem, null);
    }
    ForkWatch watch = ended.watch();
    CellReport left = ended.report();
    try {
      RunResult result = MeasuringProcess.result(ended.folder());
      if (result != null && left != null && left.after() != null && watch.hang() == null) {
        List<Result<?>> figures = figures(left, left.after(), watch, besideAnotherRun);
        profilers.add(result, process.handle().pid());
        result.getBenchmarkResults().forEach(each -> figures.forEach(each::addBenchmarkResult));
        return CellResult.measured(
            cell(), plan.round(), seconds, result, left, profilers.keep(result));
      }
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
    log.print(watch.stacks());
    String died = ForkDeath.explain(exit, crash.summary().or(process::lastError));
    return unmeasured(why(ended, left, died), left);
  }

  /** Figures of its report and of the watch over it, beside JMH's own. */
  private List<Result<?>> figures(
      CellReport left, CellReport.After after, ForkWatch watch, boolean besideAnotherRun) {
    List<Figure> figures = new ArrayList<>(watch.figures());
    figures.addAll(after.figures());
    figures.add(new Figure("bytesAfter", (double) after.bytesOnDisk(), "B"));
    figures.add(new Figure("settle", after.settling().waited().toNanos() / 1e9, "s"));
    if (left.prepared() != null) {
      figures.add(new Figure("loadedBytes", (double) left.prepared().bytesOnDisk(), "B"));
    }
    if (left.warmUp() != null) {
      figures.add(new Figure("warmUp", left.warmUp().seconds(), "s"));
    }
    if (besideAnotherRun) {
      figures.add(new Figure(CellResult.BESIDE_ANOTHER_RUN, 1, "#"));
    }
    if (turns > 0 && freezer != null) {
      figures.add(new Figure(CellResult.BESIDE_OTHERS, 100.0 * besideOthers / turns, "%"));
    }
    if (freezer != null && !freezer.works()) {
      figures.add(new Figure(CellResult.NOT_STOPPED, 1, "#"));
    }
    OpenLoopReport loop = after.openLoop();
    if (loop != null) {
      figures.add(new Figure("rate.asked", loop.perSecond(), "ops/s"));
      figures.add(new Figure("rate.achieved", loop.achieved(), "ops/s"));
      figures.add(new Figure("rate.backlog", loop.backlog(), "#"));
      figures.add(new Figure("rate.lag", loop.lagSeconds() * 1e6, "us"));
    }
    List<Result<?>> results = new ArrayList<>();
    figures.forEach(
        each -> results.add(ResourceProfiler.figure(each.name(), each.value(), each.unit())));
    String times = after.times();
    if (times != null && OperationTimes.decode(times).getTotalCount() > 0) {
      String kind = loop == null ? OperationTimes.SERVICE : OperationTimes.RESPONSE;
      results.add(new OperationTimes(kind, times));
    }
    return results;
  }

  private Problem why(Fork ended, @Nullable CellReport left, String died) {
    Problem reported = left == null ? null : left.problem();
    String outOfMemory = ended.outOfMemory();
    if (outOfMemory != null && (reported == null || !reported.unsupported())) {
      return Problem.failed(outOfMemory);
    }
    String hang = ended.watch().hang();
    if (hang != null) {
      return Problem.failed(hang + "; jmh.log has the stacks of all threads");
    }
    return reported != null ? reported : problem != null ? problem : Problem.failed(died);
  }

  private CellResult unmeasured(Problem why, @Nullable CellReport left) {
    return CellResult.unmeasured(cell(), plan.round(), seconds, why, left);
  }

  /** Kills what is left of it, and removes its folder. */
  @Override
  public void close() {
    if (process != null && process.handle().isAlive()) {
      process.kill();
    }
    try {
      if (fork != null) {
        fork.close();
      }
    } catch (IOException e) {
      // What remains of its folder costs no result.
      log.println(e);
    }
  }
}
