package dev.storagebench.core.openloop;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.turns.Gate;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacerTest {
  private static final Seeds SEEDS = new Seeds(1, 0);
  private static final long STALL_MILLIS = 50;
  private static final int STALLED_READ = 100;
  private static final int READS = 400;
  private static final long LATE_NANOS = 10_000_000;

  @TempDir private Path folder = Path.of("");

  /** Answers at once, but for one read that takes long: a flush, a compaction, a collection. */
  private static final class StallingSession implements Session {
    private int reads;

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      if (++reads == STALLED_READ) {
        try {
          MILLISECONDS.sleep(STALL_MILLIS);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      into.limit(8).position(0);
      return 8;
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void delete(ByteBuffer key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private PointClient worker() throws Exception {
    try (PackedFile data = Samples.packed(folder, 100)) {
      WorkingSet set = WorkingSet.of(data, 1);
      return new PointClient(
          new StoreAccess(new StallingSession(), set, SEEDS, 1024, false),
          new OperationStream(set.keys(), Distribution.UNIFORM, 100, 0, SEEDS, 0, 1),
          new ValueSource(set.values(), SEEDS, 0),
          true);
    }
  }

  private static Window running() {
    return new Gate(1).open(Window.Kind.MEASURED);
  }

  private static long late(Histogram times) {
    return times.getCountBetweenValues(LATE_NANOS, Pacer.LONGEST_NANOS);
  }

  /**
   * Two reads come each millisecond on average. A stall of 50 ms keeps about 100 of them waiting,
   * 80 of these for more than 10 ms, whatever else the machine does; only those that are slow by
   * themselves have a long service time.
   */
  @Test
  void aStallCostsEveryOperationThatItKeepsWaiting() throws Exception {
    OpenLoop loop = new OpenLoop(Rate.parse("2k").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    PointClient worker = worker();
    OperationCounts counts = new OperationCounts();
    Window control = running();
    pacer.beginIteration(true);
    Histogram service = new Histogram(Pacer.LONGEST_NANOS, Pacer.DIGITS);
    for (int i = 0; i < READS; i++) {
      assertThat(pacer.await(control)).isTrue();
      long start = System.nanoTime();
      worker.read(counts);
      service.recordValue(System.nanoTime() - start);
      pacer.done();
    }
    control.end();
    assertThat(pacer.await(control)).isFalse();
    OpenLoopReport report = loop.report();
    Histogram response = loop.responseTimes();
    assertThat(response.getTotalCount()).isEqualTo(READS);
    assertThat(late(response)).isGreaterThanOrEqualTo(50);
    assertThat(late(service)).isBetween(1L, late(response) - 1);
    assertThat(report.iterations())
        .singleElement()
        .satisfies(each -> assertThat(each.done()).isEqualTo(READS));
  }

  @Test
  void noOperationBeginsBeforeItComes() {
    OpenLoop loop = new OpenLoop(Rate.parse("1k").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    Window control = running();
    pacer.beginIteration(true);
    for (int i = 0; i < 200; i++) {
      assertThat(pacer.await(control)).isTrue();
      pacer.done();
    }
    // A time below 0 could not have been recorded.
    assertThat(pacer.nanos().getTotalCount()).isEqualTo(200);
  }

  @Test
  void whatCameAndWasNotDoneIsTheBacklog() throws Exception {
    OpenLoop loop = new OpenLoop(Rate.parse("10k").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    Window control = running();
    pacer.beginIteration(true);
    assertThat(pacer.await(control)).isTrue();
    MILLISECONDS.sleep(STALL_MILLIS);
    pacer.done();
    control.end();
    assertThat(pacer.await(control)).isFalse();
    OpenLoopReport report = loop.report();
    assertThat(report.backlog()).isGreaterThanOrEqualTo(400);
    assertThat(report.lagSeconds()).isGreaterThanOrEqualTo(0.04);
    assertThat(report.keptUp()).isFalse();
  }

  @Test
  void anIterationThatEndsDuringAnOperationKeepsItAndTheBacklog() throws Exception {
    OpenLoop loop = new OpenLoop(Rate.parse("10k").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    pacer.beginIteration(true);
    assertThat(pacer.await(running())).isTrue();
    MILLISECONDS.sleep(STALL_MILLIS);
    pacer.done();
    // JMH does not call the benchmark again.
    pacer.endIteration();
    OpenLoopReport report = loop.report();
    assertThat(report.iterations()).extracting(OpenLoopReport.Iteration::done).containsExactly(1L);
    assertThat(report.backlog()).isGreaterThanOrEqualTo(400);
    assertThat(report.keptUp()).isFalse();
  }

  @Test
  void nothingBeginsAfterTheEnd() {
    Pacer pacer = new OpenLoop(Rate.parse("1m").orElseThrow(), SEEDS, 1).pacer(0, () -> 0);
    pacer.beginIteration(true);
    Window over = running();
    over.end();
    assertThat(pacer.await(over)).isFalse();
    assertThat(pacer.windows()).isEmpty();
  }

  @Test
  void anIterationThatAThreadSleptThroughKeepsItsPlace() {
    OpenLoop loop = new OpenLoop(Rate.parse("1m").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    pacer.beginIteration(true);
    Window over = running();
    over.end();
    assertThat(pacer.await(over)).isFalse();
    Window control = running();
    pacer.beginIteration(true);
    assertThat(pacer.await(control)).isTrue();
    pacer.done();
    control.end();
    assertThat(pacer.await(control)).isFalse();
    assertThat(loop.report().iterations())
        .extracting(OpenLoopReport.Iteration::done)
        .containsExactly(0L, 1L);
  }

  @Test
  void anIterationForgetsWhatWasLateInTheOneBefore() throws Exception {
    OpenLoop loop = new OpenLoop(Rate.parse("10k").orElseThrow(), SEEDS, 1);
    Pacer pacer = loop.pacer(0, () -> 0);
    Window warmUp = running();
    pacer.beginIteration(false);
    assertThat(pacer.await(warmUp)).isTrue();
    MILLISECONDS.sleep(STALL_MILLIS);
    pacer.done();
    warmUp.end();
    assertThat(pacer.await(warmUp)).isFalse();
    assertThat(pacer.windows()).isEmpty();
    assertThat(pacer.nanos().getTotalCount()).isZero();
    Window control = running();
    long start = System.nanoTime();
    pacer.beginIteration(true);
    assertThat(pacer.await(control)).isTrue();
    pacer.done();
    // It came after the iteration had begun, not 50 ms before.
    Histogram nanos = pacer.nanos();
    assertThat(nanos.getMaxValue())
        .isLessThanOrEqualTo(nanos.highestEquivalentValue(System.nanoTime() - start));
  }
}
