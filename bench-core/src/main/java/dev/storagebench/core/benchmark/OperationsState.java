package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.workload.DeletedRecords;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.ValueSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;

/** The store of a benchmark whose operations choose random keys. */
public abstract class OperationsState extends KeyValueState {
  @Param(Parameter.Default.DISTRIBUTION)
  public String distribution = "";

  @Param(Parameter.Default.STEADY_WITHIN)
  public String steadyWithin = "";

  @Param(Parameter.Default.NONE)
  public String rate = "";

  @Param(Parameter.Default.CLIENTS)
  public String clients = "";

  private static final long MAX_STEADY_SECONDS = 86_400;

  private final Queue<PointClient> opened = new ConcurrentLinkedQueue<>();

  @Override
  protected final String rate() {
    return rate;
  }

  /** The percentage of reads; by default all operations are writes. */
  int readPercent() {
    return 0;
  }

  /** The percentage of deletions. */
  int deletePercent() {
    return 0;
  }

  /** Which records a thread has deleted, and the others have; null if nobody deletes any. */
  @Nullable DeletedRecords deleted(int thread) {
    return null;
  }

  /** The operations of one pass over the caches: a read per key, as published; none for writes. */
  long round() {
    return readPercent() > 0 ? workingSet().keys().size() : 0;
  }

  @Override
  protected CellReport.@Nullable WarmUp warmUp(int threads) throws InterruptedException {
    Duration atMost = steadyWithin(steadyWithin);
    // An empty store is to be measured while it is empty.
    if (atMost.isZero() || cell().startsEmpty()) {
      return null;
    }
    StorageEngine engine = cell().cell().engine();
    Duration cycle = cell().writes() ? engine.writeCycle() : Duration.ZERO;
    CellReport.WarmUp warmUp =
        new SteadyWarmUp(this, threads).run(cycle, atMost, round() * engine.warmUpReads());
    // Those of the warm-up have verified their own writes.
    opened.clear();
    return warmUp;
  }

  static void validate(Map<String, String> parameters) {
    Distribution.parse(Parameter.DISTRIBUTION.of(parameters));
    steadyWithin(Parameter.STEADY_WITHIN.of(parameters));
    Rate.requireNotRecorded(Parameter.RATE.of(parameters));
    CellSettings.clients(parameters);
  }

  static Duration steadyWithin(String seconds) {
    return Duration.ofSeconds(CellSettings.whole("steadyWithin", seconds, MAX_STEADY_SECONDS));
  }

  @Override
  protected final String digest(int threads) {
    return OperationStream.digest(
        workingSet(), seeds(), threads, thread -> stream(thread, threads));
  }

  /** The operations of a thread. */
  final OperationStream stream(int thread, int threads) {
    return new OperationStream(
        workingSet().keys(),
        Distribution.parse(distribution),
        readPercent(),
        deletePercent(),
        seeds(),
        thread,
        threads);
  }

  /** The work of a thread, in the benchmark and for warming up. */
  SteadyWarmUp.Job job(int thread, int threads) {
    PointClient client = client(thread, threads);
    return new SteadyWarmUp.Job(
        switch (readPercent()) {
          case 100 -> client::read;
          case 0 -> deletePercent() == 0 ? client::write : client::mix;
          default -> client::mix;
        },
        client::close);
  }

  /** The client of a thread, with a session of its own. */
  final PointClient client(int thread, int threads) {
    DeletedRecords deleted = deleted(thread);
    PointClient client =
        new PointClient(
            session(),
            stream(thread, threads),
            new ValueSource(workingSet().values(), seeds(), thread),
            maxValueBytes(),
            storesValues(),
            threads == 1 || deleted != null,
            deleted);
    opened.add(client);
    return client;
  }

  @Override
  protected void verify() {
    PointClient.requireStored(attached() ? List.of() : opened);
  }
}
