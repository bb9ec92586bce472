package dev.storagebench.core.benchmark;

import dev.storagebench.core.openloop.Pacer;
import dev.storagebench.core.recorder.OperationClock;
import dev.storagebench.core.turns.Gate;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.OperationCounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one thread, from its first operation in a scratch store to the last measured one:
 * what the compiler has made of it in the one is what runs in the other.
 */
public final class WorkLoop {
  /** One in this many operations is timed, unless all are: a prime, which no pattern decides. */
  static final int TIMED_EVERY = 61;

  private static final int SOME = 64;

  private final OperationClock clock;
  private @Nullable Pacer pacer;
  private @Nullable Job job;
  private @Nullable Window last;
  private boolean begun;
  private long freeSince = System.nanoTime();

  /**
   * The work of a thread on one store.
   *
   * @param operation carries out what is measured
   * @param each the operations that a call of it stands for
   * @param age overwrites the thread's share of the records that bring the store to its age
   * @param fill reads the thread's share of all records, or a part of it before the window is over
   * @param begin is called before the first operation that may count
   * @param close closes the thread's session
   */
  public record Job(
      Operation operation, int each, Share age, Share fill, Runnable begin, Runnable close) {
    /**
     * One that neither ages the store nor fills a cache, and whose calls are one operation each.
     */
    public Job(Operation operation, Runnable begin, Runnable close) {
      this(operation, 1, Share.NONE, Share.NONE, begin, close);
    }
  }

  /** Work of a thread that is repeated. */
  @FunctionalInterface
  public interface Operation {
    /** Carries it out once; the result depends on all that was read. */
    long run(OperationCounts counts);
  }

  /** Work of a thread that is done once. */
  @FunctionalInterface
  public interface Share {
    /** Nothing. */
    Share NONE = (window, counts) -> 0;

    /** Does it, and returns the number of operations. */
    long run(Window window, OperationCounts counts);
  }

  /**
   * A loop without work.
   *
   * @param timesAll whether all operations are timed
   */
  WorkLoop(boolean timesAll) {
    this.clock = new OperationClock(timesAll ? 1 : TIMED_EVERY);
  }

  OperationClock clock() {
    return clock;
  }

  /** Takes up the work on another store. */
  void begin(Job next, @Nullable Pacer arrivals) {
    job = next;
    pacer = arrivals;
    last = null;
    begun = false;
  }

  /** Works in each window of the gate until the threads are to return, or end. */
  long work(Gate gate, OperationCounts counts) throws InterruptedException {
    Job own = job();
    long touched = 0;
    try {
      for (Window window = gate.after(last); window != null; window = gate.after(last)) {
        last = window;
        switch (window.kind()) {
          case AGE -> share(own.age, window, counts);
          case FILL_CACHE -> share(own.fill, window, counts);
          case WARM_UP, LEAD, MEASURED, TAIL -> touched ^= repeat(own, window, counts);
          case RETURN -> {
            window.add(0, 0);
            return touched;
          }
        }
      }
      return touched;
    } catch (RuntimeException | Error e) {
      gate.fail(e);
      throw e;
    }
  }

  private static void share(Share share, Window window, OperationCounts counts) {
    long start = System.nanoTime();
    window.add(share.run(window, counts), System.nanoTime() - start);
  }

  private long repeat(Job own, Window window, OperationCounts counts) {
    boolean measured = window.kind() == Window.Kind.MEASURED;
    boolean mayBeLeftOut = window.kind() == Window.Kind.LEAD || window.kind() == Window.Kind.TAIL;
    // By a thread that had no processor, whose wait belongs to the turn; arrivals keep no load up.
    if (mayBeLeftOut && (window.isOver() || pacer != null)) {
      window.add(0, 0);
      return 0;
    }
    long preparing = 0;
    if (!begun && window.kind() != Window.Kind.WARM_UP) {
      begun = true;
      long start = System.nanoTime();
      own.begin.run();
      preparing = System.nanoTime() - start;
    }
    clock.counts(measured);
    if (pacer != null) {
      pacer.beginIteration(measured);
    }
    Operation operation = own.operation;
    long before = clock.done();
    long touched = 0;
    long start = window.begin(freeSince) + preparing;
    do {
      touched ^= some(operation, window, counts);
    } while (!window.isOver());
    freeSince = System.nanoTime();
    if (pacer != null) {
      pacer.endIteration();
    }
    window.add((clock.done() - before) * own.each, freeSince - start);
    return touched;
  }

  /**
   * Carries out operations, at least one if it arrives before the window is over. What is called
   * often is compiled from its first line; a loop that is entered once a window begins each time in
   * the interpreter.
   */
  private long some(Operation operation, Window window, OperationCounts counts) {
    long touched = 0;
    int left = SOME;
    do {
      if (pacer != null && !pacer.await(window)) {
        break;
      }
      clock.begin();
      touched ^= operation.run(counts);
      clock.end();
      if (pacer != null) {
        pacer.done();
      }
    } while (--left > 0 && !window.isOver());
    return touched;
  }

  /** Carries out one operation, of a benchmark that has a loop of its own. */
  long once(OperationCounts counts) {
    return job().operation.run(counts);
  }

  /** Closes the session. */
  void close() {
    job().close.run();
  }

  private Job job() {
    return Objects.requireNonNull(job, "the loop has no work");
  }
}
