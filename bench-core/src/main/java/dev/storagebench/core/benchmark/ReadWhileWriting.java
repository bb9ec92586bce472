package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads random records of a copy of the prepared store, while one more thread overwrites random
 * records at a rate. The score is that of the readers. The writer's operations are due at equal
 * intervals from its start, a second before the first turn, on; late ones begin at once and none is
 * skipped. Readers beside less than 95 % of the rate are not ranked: they met fewer writes.
 *
 * <p>RocksDB's {@code db_bench} has a benchmark of this name, whose writer has a limit, not a rate.
 */
public class ReadWhileWriting extends OperationBenchmark {
  private static final double KEPT = 0.95;
  private static final double NANOS = 1e9;

  /** Its writer's operations are due by the clock. */
  @Override
  public boolean takesTurns(Parameters of) {
    return false;
  }

  @Override
  public String label(Parameters of) {
    return name() + " " + of.text(Parameter.WRITE_RATE);
  }

  @Override
  public String shortName(Parameters of) {
    return "Reads beside %,d writes/s".formatted(of.get(Parameter.WRITE_RATE));
  }

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(Parameter.WRITE_RATE);
  }

  @Override
  public double minWriteRate(Parameters of) {
    return KEPT * of.get(Parameter.WRITE_RATE);
  }

  /** A copy of a prepared store, and the thread that writes to it. */
  public static class WrittenStore extends OperationsState {
    // In which the writer's code is compiled.
    private static final long WRITER_NANOS = 1_000_000_000;

    private @Nullable Writer writer;

    @Override
    int readPercent() {
      return 100;
    }

    /** Overwrites what the readers have written to bring the store to its age. */
    @Override
    boolean writesAlone(int thread) {
      return thread == threads();
    }

    /** The writer begins when the store has its age, and its readers are warm. */
    @Override
    void warmUp(Conductor loops) throws IOException, InterruptedException {
      super.warmUp(loops);
      // Nobody else writes, nor does another client, so that it can verify its last writes.
      if (thread(0, 1) == 0) {
        writer = new Writer(client(access(session()), threads(), 1), get(Parameter.WRITE_RATE));
      }
      loops.warmUp(WRITER_NANOS);
      if (writer != null) {
        // From now on its figures count.
        writer.measuredFrom = System.nanoTime();
      }
    }

    /** Ends the writer, whoever of the readers comes first. */
    final synchronized void endWriter() throws InterruptedException {
      Writer own = writer;
      if (own != null && own.end()) {
        sessionClosed();
      }
    }

    @Override
    protected List<Figure> figures() {
      return writer == null ? super.figures() : with(super.figures(), writer.figures());
    }
  }

  /** Writes at a rate until it is ended. */
  private static final class Writer {
    private static final long LONGEST_SLEEP_NANOS = 10_000_000;

    private final PointClient client;
    private final int rate;
    private final Histogram nanos = new Histogram(2);
    private final Future<?> work;
    private long writes;
    // Of which as many were before the measurement.
    private long before;
    private long took;
    // When the measurement began; 0 before.
    private volatile long measuredFrom;
    private volatile boolean ending;

    Writer(PointClient client, int rate) {
      this.client = client;
      this.rate = rate;
      this.work = CompletableFuture.runAsync(this::write, task -> Daemon.start("writer", task));
    }

    private void write() {
      long start = System.nanoTime();
      OperationCounts counts = new OperationCounts();
      boolean measured = false;
      while (!ending) {
        long due = start + (long) (writes * NANOS / rate);
        long left = due - System.nanoTime();
        if (left > 0) {
          LockSupport.parkNanos(Math.min(left, LONGEST_SLEEP_NANOS));
        } else {
          client.write(counts);
          if (measuredFrom != 0 && !measured) {
            measured = true;
            before = writes;
            nanos.reset();
          }
          writes++;
          nanos.recordValue(System.nanoTime() - due);
        }
      }
      took = System.nanoTime() - (measured ? measuredFrom : start);
      client.close();
    }

    /** Ends it; false if it has been ended before. */
    boolean end() throws InterruptedException {
      if (ending) {
        return false;
      }
      ending = true;
      CellState.await(work);
      return true;
    }

    List<Figure> figures() {
      return List.of(
          new Figure(WRITES_ACHIEVED, (writes - before) * NANOS / took, "op/s"),
          new Figure("writeResponse.p99", nanos.getValueAtPercentile(99) / 1e3, "us"));
    }
  }

  /** A reading thread with a session of its own. */
  public static class Reader extends JobThread {
    private WrittenStore written;

    /** Opens the thread's session. */
    @Setup
    public void open(WrittenStore store, ThreadParams thread) {
      written = store;
      super.open(store, thread);
    }

    @Override
    protected void closeSession() throws InterruptedException {
      written.endWriter();
      super.closeSession();
    }
  }

  /** Reads one record. */
  @Benchmark
  public long read(Reader reader, OperationCounts counts) throws InterruptedException {
    return reader.run(counts);
  }
}
