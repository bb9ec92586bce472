package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationDigest;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WorkingSet;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store on which operations with drawn keys are carried out. */
@State(Scope.Benchmark)
public abstract class OperationsState extends EngineState {
  /** How keys are drawn: {@code uniform}, {@code zipfian}, {@code latest} or {@code special}. */
  @Param("uniform")
  public String distribution = "";

  /**
   * So many seconds at most are spent before JMH's first iteration, until the throughput shows no
   * trend; 0 leaves warming up to JMH.
   */
  @Param("0")
  public String steadyWithin = "";

  /**
   * How many operations a second come, all threads together ({@code 50k}), see {@link
   * dev.storagebench.core.openloop.Rate}; {@code none} begins each as soon as the last one is done.
   */
  @Param("none")
  public String rate = "";

  private static final long MAX_STEADY_SECONDS = 86_400;

  @Override
  protected final String rate() {
    return rate;
  }

  /** How many of a hundred operations read. */
  abstract int readPercent();

  /** How many operations warm the caches: as published, one round of reads. Writes need none. */
  long round(OpenCell open) {
    return readPercent() > 0 ? open.workingSet().keys().size() : 0;
  }

  @Override
  protected final CellReport.@Nullable WarmUp warmUp(OpenCell open, int threads)
      throws InterruptedException {
    Duration atMost = steadyWithin(steadyWithin);
    return atMost.isZero() ? null : new SteadyWarmUp(this, threads).run(atMost, round(open));
  }

  static Duration steadyWithin(String seconds) {
    return Duration.ofSeconds(CellSettings.whole("steadyWithin", seconds, MAX_STEADY_SECONDS));
  }

  @Override
  protected final String digest(OpenCell open, int threads) {
    WorkingSet set = open.workingSet();
    return OperationDigest.of(
        set.keys(),
        set.values(),
        Distribution.parse(distribution),
        readPercent(),
        seeds(),
        threads);
  }

  /** The operations of a thread. */
  final OperationStream stream(int thread) {
    return new OperationStream(
        cell().workingSet().keys(),
        Distribution.parse(distribution),
        readPercent(),
        seeds(),
        thread);
  }

  /** What a thread does, as the benchmark does it. */
  Job job(int thread, int threads) {
    PointClient worker = worker(thread, threads);
    int readPercent = readPercent();
    return new Job() {
      @Override
      public void operate(OperationCounts counts) {
        if (readPercent == 100 || (readPercent > 0 && worker.nextReads())) {
          worker.read(counts);
        } else {
          worker.write(counts);
        }
      }

      @Override
      public void close() {
        worker.close();
      }
    };
  }

  /** Puts a thread to work on the open store. */
  final PointClient worker(int thread, int threads) {
    OpenCell open = cell();
    WorkingSet set = open.workingSet();
    return new PointClient(
        open.session(),
        stream(thread),
        new ValueSource(set.values(), seeds(), thread),
        open.maxValueBytes(),
        open.storesValues(),
        threads == 1);
  }
}
