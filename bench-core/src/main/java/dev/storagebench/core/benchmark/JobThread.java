package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.OperationCounts;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread that works in the loop of its state's conductor. */
public abstract class JobThread extends ThreadState {
  // Set by the subclass's set-up, which JMH calls with the state of its benchmark.
  private WorkLoop loop;

  /** Opens the thread's session. */
  protected final void open(CellState state, ThreadParams thread) {
    open(
        state,
        thread,
        () -> {
          loop = state.conductor().loops().get(thread.getThreadIndex());
          loop.begin(state.job(state.thread(thread)), state.isSingleShot() ? null : arrivals());
        });
  }

  /** Works in the windows of the warm-up, or in all turns; what it returns is for JMH. */
  public final long run(OperationCounts counts) throws InterruptedException {
    return loop.work(cell.conductor().gate(), counts);
  }

  /** One operation of a benchmark that has a loop of its own. */
  final void perform(OperationCounts counts) {
    loop.once(counts);
    ended();
  }

  @Override
  protected void closeSession() throws InterruptedException {
    loop.close();
  }
}
