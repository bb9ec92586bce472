package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.QueueClient;
import dev.storagebench.core.workload.StoreAccess;
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
    return OperationsState.with(Parameter.DEPTH);
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
    WorkLoop.Job job(StoreAccess access, int thread) {
      QueueClient queue = new QueueClient(access, thread, get(Parameter.DEPTH));
      measured.add(queue);
      // Seeks of the warm-up do not count.
      return new WorkLoop.Job(queue::run, queue.seekNanos()::reset, queue::close);
    }

    @Override
    protected List<Figure> figures() {
      Histogram nanos = new Histogram(2);
      measured.forEach(each -> nanos.add(each.seekNanos()));
      return with(
          super.figures(),
          List.of(
              new Figure("seek.p50", nanos.getValueAtPercentile(50) / 1e3, "us"),
              new Figure("seek.p99", nanos.getValueAtPercentile(99) / 1e3, "us")));
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
