package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.recorder.SeriesRecorder.Phase;
import dev.storagebench.core.turns.Gate;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Turns.Turn;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.OperationCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Leads the loops of a fork's threads through warm-up and turns, on a thread of its own. JMH calls
 * the benchmark twice: the first call is the warm-up, the second one has all turns.
 */
final class Conductor {
  private static final double NANOS = 1e9;

  private final List<WorkLoop> loops;
  private final Gate gate;
  private final Turns turns;
  private final List<MeasuredTurn> measured = new ArrayList<>();
  private Consumer<Phase> phases = phase -> {};

  /** Work before the first turn, while all threads wait at the gate. */
  @FunctionalInterface
  interface WarmUp {
    void run(Conductor conductor) throws IOException, InterruptedException;
  }

  /**
   * Loops for so many threads of this JVM.
   *
   * @param timesAll whether all operations are timed
   */
  Conductor(int threads, boolean timesAll, Turns turns) {
    this.turns = turns;
    this.gate = new Gate(threads);
    this.loops = Stream.generate(() -> new WorkLoop(timesAll)).limit(threads).toList();
  }

  List<WorkLoop> loops() {
    return loops;
  }

  Gate gate() {
    return gate;
  }

  /** The turns so far; to be called when all threads have ended. */
  List<MeasuredTurn> measured() {
    return List.copyOf(measured);
  }

  /**
   * Lets the loops work on a scratch store until they are warm; before the threads of JMH exist.
   *
   * @param jobs the work of each loop there
   */
  CellReport.WarmUp rehearse(IntFunction<WorkLoop.Job> jobs, SteadyWarmUp until)
      throws InterruptedException {
    Gate own = new Gate(loops.size());
    ExecutorService pool = Executors.newFixedThreadPool(loops.size());
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < loops.size(); i++) {
        WorkLoop loop = loops.get(i);
        int thread = i;
        workers.add(
            pool.submit(
                () -> {
                  try {
                    loop.begin(jobs.apply(thread), null);
                  } catch (RuntimeException | Error e) {
                    own.fail(e);
                    throw e;
                  }
                  try {
                    return loop.work(own, new OperationCounts());
                  } finally {
                    loop.close();
                  }
                }));
      }
      own.awaitThreads();
      CellReport.WarmUp warmUp = steady(own, until);
      own.end();
      for (Future<?> worker : workers) {
        CellState.await(worker);
      }
      return warmUp;
    } finally {
      own.end();
      pool.shutdown();
    }
  }

  /** Lets the threads work until they are warm. */
  CellReport.WarmUp steady(SteadyWarmUp until) throws InterruptedException {
    return steady(gate, until);
  }

  private CellReport.WarmUp steady(Gate at, SteadyWarmUp until) throws InterruptedException {
    Window window = at.open(Window.Kind.WARM_UP);
    CellReport.WarmUp warmUp;
    try {
      warmUp =
          until.watch(
              () -> loops.stream().mapToLong(each -> each.clock().done()).sum(), at::hasFailed);
    } finally {
      window.end();
    }
    at.awaitThreads();
    return warmUp;
  }

  /** Lets all threads do their share of something; returns the number of operations. */
  long share(Window.Kind kind, long limitNanos) throws InterruptedException {
    Window window = gate.open(kind);
    Thread timer =
        Daemon.start(
            "limit",
            () -> {
              LockSupport.parkNanos(limitNanos);
              window.end();
            });
    gate.awaitThreads();
    window.end();
    LockSupport.unpark(timer);
    return window.operations();
  }

  /** Lets the threads work for a time that does not count. */
  void warmUp(long nanos) throws InterruptedException {
    phases.accept(Phase.WARM_UP);
    work(Window.Kind.WARM_UP, nanos).end();
    gate.awaitThreads();
    phases.accept(Phase.BETWEEN);
  }

  /** Opens a window and returns after its time; the caller ends it. */
  private Window work(Window.Kind kind, long nanos) {
    Window window = gate.open(kind);
    LockSupport.parkNanos(nanos);
    return window;
  }

  /**
   * Begins to lead the threads, which may come later.
   *
   * @param once whether they do by themselves what follows the warm-up
   * @param listener is told each phase
   */
  void start(WarmUp warmUp, boolean once, Consumer<Phase> listener) {
    phases = listener;
    Daemon.start("conductor", () -> conduct(warmUp, once));
  }

  /**
   * Leads the threads through a turn.
   *
   * @param first when the first one began
   * @return what counted
   */
  private Window take(Turn turn, long first) throws InterruptedException {
    long start = System.nanoTime();
    phases.accept(Phase.MEASURED);
    Window lead = work(Window.Kind.LEAD, turn.leadNanos());
    Window counted = gate.open(Window.Kind.MEASURED);
    // Its threads go on without a pause, here and below.
    lead.end();
    LockSupport.parkNanos(turn.nanos());
    Window tail = gate.open(Window.Kind.TAIL);
    counted.end();
    gate.await(counted);
    tail.end();
    gate.awaitThreads();
    phases.accept(Phase.BETWEEN);
    measured.add(
        new MeasuredTurn(
            (start - first) / NANOS,
            counted.nanos(),
            counted.operations(),
            System.nanoTime() - start,
            lead.operations() + counted.operations() + tail.operations()));
    return counted;
  }

  private void conduct(WarmUp warmUp, boolean once) {
    try {
      gate.awaitThreads();
      turns.awaitWarmUp();
      warmUp.run(this);
      gate.open(Window.Kind.RETURN);
      if (once) {
        return;
      }
      gate.awaitThreads();
      long first = 0;
      Window counted = null;
      for (Turn turn = turns.next(null); turn != null; turn = turns.next(counted)) {
        if (counted == null) {
          ResourceProfiler.restart();
          first = System.nanoTime();
        }
        counted = take(turn, first);
      }
      ResourceProfiler.end(Math.max(1, MeasuredTurn.allOperations(measured)));
      gate.end();
    } catch (IOException | RuntimeException | Error e) {
      gate.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      gate.fail(e);
    }
  }
}
