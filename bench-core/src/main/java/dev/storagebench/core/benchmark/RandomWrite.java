package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.Worker;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Writes one random record. By default it begins with a copy of the prepared store and overwrites;
 * with {@code start=empty} it begins with an empty store, into which it mostly inserts.
 *
 * <p>With {@code batch=n}, n records are stored together or not at all. An operation is a record
 * all the same, so that figures of all sizes compare: of n calls one writes a batch and the others
 * return at once, which costs a nanosecond each. Only where single calls are timed ({@code -bm
 * sample} or {@code ss}, or a {@code rate}, which is then one of batches) is each call a whole
 * batch.
 */
public class RandomWrite extends OperationBenchmark {

  /** A store to write to. */
  @State(Scope.Benchmark)
  public static class WriteStore extends OperationsState {
    private static final List<String> STARTS = List.of("full", "empty");

    /** What it begins with: {@code full}, a copy of the prepared store, or {@code empty}. */
    @Param("full")
    public String start = "";

    /**
     * How many records are stored together or not at all: 1, each on its own, to 1,000. Engines
     * that cannot do that are unsupported for more than one.
     */
    @Param("1")
    public String batch = "";

    private static final int MOST_RECORDS = 1000;

    @Override
    void refuse(StorageEngine chosen) {
      if (batch() > 1 && !chosen.capabilities().batches()) {
        throw new UnsupportedSettingException(
            "%s cannot store %s records together or not at all; batch=1 is what it can do"
                .formatted(chosen.name(), batch));
      }
    }

    final int batch() {
      int records = (int) CellSettings.whole("batch", batch, MOST_RECORDS);
      if (records == 0) {
        throw new IllegalArgumentException("batch '0' is not in 1.." + MOST_RECORDS);
      }
      return records;
    }

    @Override
    Job job(int thread, int threads) {
      int records = batch();
      if (records == 1) {
        return super.job(thread, threads);
      }
      Worker worker = worker(thread, threads);
      return new Job() {
        @Override
        public void operate(OperationCounts counts) {
          worker.writeBatch(records, counts);
        }

        @Override
        public void close() {
          worker.close();
        }
      };
    }

    @Override
    protected OpenCell.Beginning beginning() {
      return switch (STARTS.indexOf(start)) {
        case 0 -> OpenCell.Beginning.COPY;
        case 1 -> OpenCell.Beginning.EMPTY;
        default ->
            throw new IllegalArgumentException("start '" + start + "' is not one of " + STARTS);
      };
    }

    @Override
    int readPercent() {
      return 0;
    }
  }

  /** One thread's worker. */
  public static class Writer extends WorkerState {
    private int batch;
    // A batch is written in one of so many calls, so that a call is a record on average.
    private int calls;
    private int call;

    /** Opens the thread's session. */
    @Setup
    public void open(WriteStore store, ThreadParams thread, BenchmarkParams params) {
      batch = store.batch();
      boolean sampled =
          params.getMode() == Mode.SampleTime || params.getMode() == Mode.SingleShotTime;
      begin(store, thread);
      calls = sampled || paced() ? 1 : batch;
    }

    private void writeBatch(OperationCounts counts) {
      if (++call == calls) {
        call = 0;
        worker.writeBatch(batch, counts);
      }
    }
  }

  /** Writes one record, or one of a batch. */
  @Benchmark
  public void put(Writer writer, OperationCounts counts, Control control) {
    if (!writer.begins(control)) {
      return;
    }
    if (writer.batch == 1) {
      writer.worker.write(counts);
    } else {
      writer.writeBatch(counts);
    }
    writer.ended();
  }
}
