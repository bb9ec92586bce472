package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.OperationCounts;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Writes one random record. By default it begins with a copy of the prepared store and overwrites;
 * with {@code start=empty} it begins with an empty store, into which it mostly inserts.
 */
public class RandomWrite extends OperationBenchmark {

  /** A store to write to. */
  @State(Scope.Benchmark)
  public static class WriteStore extends OperationsState {
    private static final List<String> STARTS = List.of("full", "empty");

    /** What it begins with: {@code full}, a copy of the prepared store, or {@code empty}. */
    @Param("full")
    public String start = "";

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
    /** Opens the thread's session. */
    @Setup
    public void open(WriteStore store, ThreadParams thread) {
      begin(store, thread);
    }
  }

  /** Writes one record. */
  @Benchmark
  public void put(Writer writer, OperationCounts counts) {
    writer.worker.write(counts);
  }
}
