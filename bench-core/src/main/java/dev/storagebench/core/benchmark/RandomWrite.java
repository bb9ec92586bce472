package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Writes one random record. By default it overwrites records of a copy of the prepared store; with
 * {@code start=empty} it starts with an empty store and mostly inserts.
 *
 * <p>With {@code batch=n}, n records are written atomically. An operation still is one record, so
 * that results of all batch sizes compare; what is timed singly is a batch, and a {@code rate} is
 * one of batches.
 */
public class RandomWrite extends OperationBenchmark {
  private static final List<String> STARTS = List.of("full", "empty");
  private static final int MAX_BATCH = 1000;

  @Override
  public String label(Map<String, String> parameters) {
    return name()
        + (isEmpty(parameters) ? " empty" : "")
        + (batch(parameters) == 1 ? "" : " batch " + batch(parameters));
  }

  @Override
  public Optional<Integer> readPercent(Map<String, String> parameters) {
    return label(parameters).equals(name()) ? Optional.of(0) : Optional.empty();
  }

  @Override
  public double recordsWritten(Map<String, String> parameters) {
    return 1;
  }

  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return isEmpty(parameters) ? InitialState.EMPTY : InitialState.COPY;
  }

  private static boolean isEmpty(Map<String, String> parameters) {
    return "empty".equals(Parameter.START.of(parameters));
  }

  @Override
  public void validate(Map<String, String> parameters) {
    super.validate(parameters);
    batch(parameters);
    Parameter.START.requireOneOf(STARTS, parameters);
  }

  @Override
  public void require(StorageEngine engine, Map<String, String> parameters) {
    requireBatches(engine, parameters, batch(parameters));
  }

  /** Checks that an engine has batches of so many records, and keeps them whole. */
  static void requireBatches(StorageEngine engine, Map<String, String> parameters, int records) {
    if (records > 1 && !engine.capabilities().batches()) {
      throw new UnsupportedSettingException(
          engine.name() + " has no atomic batches; only batch=1 is supported");
    }
    if (records > 1
        && !engine.capabilities().wholeBatches()
        && !Durability.NONE.name().equalsIgnoreCase(Parameter.DURABILITY.of(parameters))) {
      throw new UnsupportedSettingException(
          "%s may keep a part of a batch when it is killed; batch=1 or durability=none are supported"
              .formatted(engine.name()));
    }
  }

  @Override
  public int recordsAtOnce(Map<String, String> parameters) {
    return batch(parameters);
  }

  private static int batch(Map<String, String> parameters) {
    return batch(Parameter.BATCH.of(parameters));
  }

  private static int batch(String batch) {
    return CellSettings.positive("batch", batch, MAX_BATCH);
  }

  /** The store to write to. */
  public static class WriteStore extends OperationsState {
    @Param(Parameter.Default.START)
    public String start = "";

    @Param(Parameter.Default.BATCH)
    public String batch = "";

    @Override
    WorkLoop.Job job(Session session, int thread, int threads) {
      int records = batch(batch);
      PointClient client = client(session, thread, threads);
      return records == 1
          ? job(client, client::write, 1, thread, threads)
          : job(client, counts -> client.writeBatch(records, counts), records, thread, threads);
    }
  }

  /** A thread with a session of its own. */
  public static class Writer extends JobThread {
    /** Opens the thread's session. */
    @Setup
    public void open(WriteStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Writes records, one at a time or in batches. */
  @Benchmark
  public long put(Writer writer, OperationCounts counts) throws InterruptedException {
    return writer.run(counts);
  }
}
