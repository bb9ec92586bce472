package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
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

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(Parameter.START, Parameter.BATCH);
  }

  @Override
  public String label(Parameters of) {
    int batch = recordsAtOnce(of);
    return name() + (isEmpty(of) ? " empty" : "") + (batch == 1 ? "" : " batch " + batch);
  }

  @Override
  public Optional<Integer> readPercent(Parameters of) {
    return label(of).equals(name()) ? Optional.of(0) : Optional.empty();
  }

  @Override
  public double recordsWritten(Parameters of) {
    return 1;
  }

  @Override
  public InitialState initialState(Parameters of) {
    return isEmpty(of) ? InitialState.EMPTY : InitialState.COPY;
  }

  private static boolean isEmpty(Parameters of) {
    return "empty".equals(of.get(Parameter.START));
  }

  @Override
  public void validate(Parameters of) {
    super.validate(of);
    of.requireOneOf(STARTS, Parameter.START);
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    requireBatches(engine, of, recordsAtOnce(of));
  }

  /** Checks that an engine has batches of so many records, and keeps them whole. */
  static void requireBatches(StorageEngine engine, Parameters of, int records) {
    if (records > 1 && !engine.capabilities().batches()) {
      throw new UnsupportedSettingException(
          engine.name() + " has no atomic batches; only batch=1 is supported");
    }
    if (records > 1
        && !engine.capabilities().wholeBatches()
        && of.get(Parameter.DURABILITY) != Durability.NONE) {
      throw new UnsupportedSettingException(
          "%s may keep a part of a batch when it is killed; batch=1 or durability=none are supported"
              .formatted(engine.name()));
    }
  }

  /** The store to write to. */
  public static class WriteStore extends OperationsState {
    @Override
    WorkLoop.Job job(StoreAccess access, int thread) {
      int records = get(Parameter.BATCH).orElse(1);
      PointClient client = client(access, thread, threads());
      return records == 1
          ? job(client, client::write, 1, thread)
          : job(client, counts -> client.writeBatch(records, counts), records, thread);
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
