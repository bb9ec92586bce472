package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.turns.Gate;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Turns.Turn;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.OperationCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Loops of two threads, led as in a fork, whose operations sleep. */
final class ConductorTest {
  private static final int THREADS = 2;
  private static final long MILLI = 1_000_000;

  private static long sleep(long millis) {
    try {
      Thread.sleep(millis);
      return millis;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As JMH does: each thread is called for the warm-up, and once more. */
  private static void run(Conductor conductor, WorkLoop.Job job, Conductor.WarmUp warmUp)
      throws Exception {
    conductor.start(warmUp, /* once= */ false, phase -> {});
    ExecutorService pool = Executors.newFixedThreadPool(conductor.loops().size());
    try {
      List<Future<?>> threads = new ArrayList<>();
      for (WorkLoop loop : conductor.loops()) {
        loop.begin(job, null);
        threads.add(
            pool.submit(
                () -> {
                  loop.work(conductor.gate(), new OperationCounts());
                  return loop.work(conductor.gate(), new OperationCounts());
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** With more threads than processors some begin when the window is nearly over. */
  @Test
  void aThreadThatWaitsForAProcessorHasTheTimeOfTheWholeWindow() throws Exception {
    Gate gate = new Gate(1);
    WorkLoop late = new WorkLoop(/* timesAll= */ false);
    late.begin(new WorkLoop.Job(counts -> 1, () -> {}, () -> {}), null);
    long opened = System.nanoTime();
    Window window = gate.open(Window.Kind.MEASURED);
    sleep(30);
    long waited = System.nanoTime() - opened;
    window.end();
    gate.end();
    late.work(gate, new OperationCounts());
    assertThat(window.operations()).isEqualTo(1);
    assertThat(window.nanos()).isGreaterThan(waited - MILLI);
  }

  @Test
  void whatIsDoneBetweenTwoTurnsCountsNeitherAsTimeNorAsOperations() throws Exception {
    AtomicInteger working = new AtomicInteger();
    List<Integer> between = new ArrayList<>();
    Turns turns =
        new Turns() {
          private int left = 3;

          @Override
          public @Nullable Turn next(@Nullable Window last) {
            between.add(working.get());
            sleep(50);
            between.add(working.get());
            return left-- > 0 ? new Turn(20 * MILLI, 60 * MILLI) : null;
          }
        };
    Conductor conductor = new Conductor(THREADS, false, turns);
    WorkLoop.Job job =
        new WorkLoop.Job(
            counts -> {
              working.incrementAndGet();
              long slept = sleep(2);
              working.decrementAndGet();
              return slept;
            },
            () -> {},
            () -> {});
    run(conductor, job, loops -> {});

    List<MeasuredTurn> measured = conductor.measured();
    assertThat(measured).hasSize(3);
    assertThat(between).containsOnly(0);
    // Little's law: operations in progress are the throughput times the time of one.
    double each = measured.stream().mapToLong(MeasuredTurn::nanos).sum() * 1e-9 * THREADS;
    double mean = each / measured.stream().mapToLong(MeasuredTurn::operations).sum();
    assertThat(MeasuredTurn.rate(measured) * mean).isCloseTo(THREADS, within(1e-6));
    // On a busy machine a thread may get no processor during a lead or a tail.
    assertThat(measured).anyMatch(turn -> turn.allOperations() > turn.operations());
    assertThat(measured).allMatch(turn -> turn.wholeNanos() >= 80 * MILLI);
  }

  /**
   * Threads that begin at once find no queue, and the last of them no rival: without a lead and a
   * tail eight that wait for one lock would seem to do nearly twice as many operations as it
   * admits.
   */
  @Test
  void operationsThatQueueAreMeasuredWhileTheQueueIsFull() throws Exception {
    ReentrantLock queue = new ReentrantLock(/* fair= */ true);
    Iterator<Turn> left = List.of(new Turn(MILLI, MILLI), new Turn(MILLI, 30 * MILLI)).iterator();
    Conductor conductor = new Conductor(8, true, last -> left.hasNext() ? left.next() : null);
    WorkLoop.Job job =
        new WorkLoop.Job(
            counts -> {
              queue.lock();
              try {
                return sleep(5);
              } finally {
                queue.unlock();
              }
            },
            () -> {},
            () -> {});
    run(conductor, job, loops -> {});

    for (MeasuredTurn turn : conductor.measured()) {
      assertThat(MeasuredTurn.rate(List.of(turn))).isLessThan(1.25 * 1000 / 5);
    }
  }

  @Test
  void anOperationThatOutlastsItsTurnIsCountedWithAllOfItsTime() throws Exception {
    Conductor conductor = new Conductor(THREADS, true, Turns.alone(2, 5 * MILLI));
    run(conductor, new WorkLoop.Job(counts -> sleep(100), () -> {}, () -> {}), loops -> {});

    assertThat(conductor.measured()).allMatch(turn -> turn.operations() == THREADS);
    assertThat(conductor.measured()).allMatch(turn -> turn.nanos() >= 100 * MILLI);
    // At most as many a second as two threads can have done.
    assertThat(MeasuredTurn.rate(conductor.measured())).isLessThanOrEqualTo(THREADS / 0.1);
  }

  @Test
  void allThreadsDoTheirShareBeforeTheFirstTurn() throws Exception {
    AtomicLong aged = new AtomicLong();
    AtomicLong agedAtStart = new AtomicLong();
    Conductor conductor = new Conductor(THREADS, false, Turns.alone(1, MILLI));
    WorkLoop.Job job =
        new WorkLoop.Job(
            counts -> sleep(1),
            1,
            (window, counts) -> aged.addAndGet(500) > 0 ? 500 : 0,
            WorkLoop.Share.NONE,
            () -> agedAtStart.set(aged.get()),
            () -> {});
    AtomicLong told = new AtomicLong();
    run(conductor, job, loops -> told.set(loops.share(Window.Kind.AGE, Long.MAX_VALUE)));

    assertThat(agedAtStart).hasValue(1000);
    assertThat(told).hasValue(1000);
  }

  @Test
  void aThreadThatFailsEndsTheOthers() {
    AtomicInteger calls = new AtomicInteger();
    Conductor conductor = new Conductor(THREADS, false, Turns.alone(1, 10_000 * MILLI));
    WorkLoop.Job job =
        new WorkLoop.Job(
            counts -> {
              if (calls.incrementAndGet() == 3) {
                throw new IllegalStateException("the disk is gone");
              }
              return sleep(1);
            },
            () -> {},
            () -> {});
    assertThatThrownBy(
            () ->
                run(
                    conductor,
                    job,
                    loops ->
                        loops.steady(new SteadyWarmUp(Duration.ZERO, Duration.ofSeconds(9), 0))))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("the disk is gone");
  }

  @Test
  void theLoopOfTheScratchStoreIsTheOneThatIsMeasured() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    Conductor conductor = new Conductor(THREADS, false, Turns.alone(1, MILLI));
    CellReport.WarmUp warmUp =
        conductor.rehearse(
            thread -> new WorkLoop.Job(counts -> thread, () -> {}, closed::incrementAndGet),
            new SteadyWarmUp(Duration.ZERO, Duration.ofSeconds(1), 0));

    assertThat(warmUp.operations()).isPositive();
    assertThat(closed).hasValue(THREADS);
    long rehearsed = conductor.loops().get(0).clock().done();
    run(conductor, new WorkLoop.Job(counts -> sleep(1), () -> {}, () -> {}), loops -> {});
    assertThat(conductor.loops().get(0).clock().done()).isGreaterThan(rehearsed);
  }
}
