package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.QueueClient;
import dev.storagebench.core.workload.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A queue for each thread, in a copy of the prepared store. An operation puts a record at the tail,
 * finds the first one by a scan from the queue's first possible key, verifies and deletes it; see
 * {@link QueueClient}. What an engine leaves of deleted records lies between that key and the head.
 * Unordered engines are unsupported.
 */
public class Queue extends OperationBenchmark {
  @Override
  public String label(Parameters of) {
    String depth = of.text(Parameter.DEPTH);
    return Parameter.DEPTH.defaults().contains(depth) ? name() : name() + " " + depth;
  }

  @Override
  public List<Parameter<?>> own() {
    return with(Parameter.DEPTH);
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    if (!engine.capabilities().ordered()) {
      throw new UnsupportedSettingException(
          engine.name() + " is unordered and cannot find the first record of a queue");
    }
  }

  /**
   * A copy of a prepared store, with queues behind its records. The digest of operations is that of
   * writes, which draw the same values.
   */
  public static class QueueStore extends OperationsState {
    /** Its queues are new, whatever was written elsewhere. */
    @Override
    boolean ages() {
      return false;
    }

    private final List<QueueClient> measured = new CopyOnWriteArrayList<>();

    @Override
    WorkLoop.Job job(Session session, int thread, int threads) {
      QueueClient queue =
          new QueueClient(
              session,
              new ValueSource(workingSet().values(), seeds(), thread),
              thread,
              get(Parameter.DEPTH),
              maxValueBytes(),
              storesValues());
      measured.add(queue);
      // Seeks of the warm-up do not count.
      return new WorkLoop.Job(
          queue::run,
          1,
          WorkLoop.Share.NONE,
          WorkLoop.Share.NONE,
          queue.seekNanos()::reset,
          queue::close);
    }

    @Override
    protected List<Figure> figures() {
      List<Figure> figures = new ArrayList<>(super.figures());
      Histogram nanos = new Histogram(2);
      measured.forEach(each -> nanos.add(each.seekNanos()));
      for (int percent : List.of(50, 99)) {
        figures.add(
            new Figure("seek.p" + percent, nanos.getValueAtPercentile(percent) / 1e3, "us"));
      }
      return figures;
    }
  }

  /** A thread with a session and a queue of its own. */
  public static class Worker extends JobThread {
    /** Opens the session and fills the queue. */
    @Setup
    public void open(QueueStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Puts a record at the tail and takes the one at the head. */
  @Benchmark
  public long pass(Worker worker, OperationCounts counts) throws InterruptedException {
    return worker.run(counts);
  }
}
