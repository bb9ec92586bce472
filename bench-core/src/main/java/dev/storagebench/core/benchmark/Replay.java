package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.recorder.OperationClock;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.ReplayClient;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.OperationCursor;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.TraceSummary;
import dev.storagebench.datasets.trace.TraceFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Replays a trace once: all operations of a key in one thread, in their order. The first tenth
 * warms up and is not measured. In a closed loop each operation starts when the thread's last one
 * ends; with {@code rate=recorded} it starts at its recorded time, or as soon after it as the
 * engine allows.
 *
 * <p>A key is stored at the start if the trace reads it before it writes it ({@code
 * start=recorded}); {@code full} stores all keys, {@code empty} none. Every read is checked for
 * whether the key must be stored, one in 64 for its value.
 */
public class Replay extends SingleShotBenchmark {
  private static final List<String> STARTS = List.of(Parameter.RECORDED, "full", "empty");

  @Override
  public String label(Parameters of) {
    String start = of.get(Parameter.START);
    return start.equals(Parameter.RECORDED) ? name() : name() + " " + start;
  }

  @Override
  public List<Parameter<?>> own() {
    return List.of(Parameter.START, Parameter.RATE);
  }

  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return parameter == Parameter.START ? List.of(Parameter.RECORDED) : super.defaults(parameter);
  }

  @Override
  public boolean replaysTrace() {
    return true;
  }

  @Override
  public InitialState initialState(Parameters of) {
    return of.get(Parameter.START).equals("empty") ? InitialState.EMPTY : InitialState.COPY;
  }

  @Override
  public void validate(Parameters of) {
    of.requireOneOf(STARTS, Parameter.START);
    of.get(Parameter.RATE)
        .filter(rate -> !rate.recorded())
        .ifPresent(
            rate -> {
              throw new IllegalArgumentException(
                  "invalid rate '%s' of Replay (expected none, recorded, or recorded:10 for ten times as fast)"
                      .formatted(rate));
            });
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    DatasetSpec dataset = of.get(Parameter.DATASET);
    if (!dataset.format().equals(TraceFormat.NAME)) {
      throw new UnsupportedSettingException(
          "Replay needs a trace: --trace FILE, or dataset=trace:FILE instead of " + dataset);
    }
  }

  /** A copy of the prepared store, and the operations. */
  public static class TraceStore extends KeyValueState {
    private final Queue<OperationClock> clocks = new ConcurrentLinkedQueue<>();
    private final Queue<OperationCursor> cursors = new ConcurrentLinkedQueue<>();
    private @Nullable OperationFile file;
    // Recorded times count from the first measured operation.
    private final AtomicLong firstNanos = new AtomicLong(Long.MAX_VALUE);

    private synchronized OperationFile operations() throws IOException {
      OperationFile open = file == null ? OperationFile.open(data().path()) : file;
      if (file == null && get(Parameter.RATE).isPresent() && !open.summary().timed()) {
        throw new UnsupportedSettingException(
            "rate=%s: the trace has no times; name their column: trace:FILE;time=NAME"
                .formatted(parameters().text(Parameter.RATE)));
      }
      file = open;
      return open;
    }

    final ReplayClient client(int thread, int threads) throws IOException {
      if (workingSet().keys().sampled()) {
        throw new UnsupportedSettingException(
            "the keys of the trace take more than 4 GiB; replay its first part: trace:FILE;operations=100m");
      }
      OperationFile open = operations();
      OperationCursor cursor = OperationFile.open(data().path(), thread, threads).cursor();
      cursors.add(cursor);
      return new ReplayClient(access(session()), cursor, presentKeys(open));
    }

    private long presentKeys(OperationFile open) {
      return switch (get(Parameter.START)) {
        case "full" -> workingSet().keys().size();
        case "empty" -> 0;
        default -> open.summary().presentKeys();
      };
    }

    @Override
    protected Histogram serviceTimes() {
      Histogram all = new Histogram(OperationClock.DIGITS);
      clocks.forEach(each -> all.add(each.measured()));
      return all;
    }

    @Override
    protected String digest(int threads) throws IOException {
      return DatasetCache.hash(
          "%s %s %s %d"
              .formatted(
                  operations().digest(),
                  data().summary().digest(),
                  get(Parameter.START),
                  seeds().master()));
    }

    @Override
    protected synchronized List<Figure> figures() {
      List<Figure> figures = new ArrayList<>(super.figures());
      long measured = cursors.stream().mapToLong(each -> each.operations() - each.warmUp()).sum();
      figures.add(new Figure("operations", measured, "#"));
      TraceSummary trace = Objects.requireNonNull(file).summary();
      figures.add(new Figure("skipped", trace.allSkipped(), "#"));
      trace
          .skipped()
          .forEach((why, count) -> figures.add(new Figure("skipped: " + why, count, "#")));
      return figures;
    }
  }

  /** A thread with a session and its part of the operations. */
  public static class Replayer extends ThreadState {
    private final OperationClock times = new OperationClock(WorkLoop.TIMED_EVERY);
    // Set before the shot.
    private ReplayClient client;
    private boolean more;

    /** Opens the session and warms up. */
    @Setup
    public void open(TraceStore trace, ThreadParams thread) throws IOException {
      trace.clocks.add(times);
      client = trace.client(thread.getThreadIndex(), thread.getThreadCount());
      OperationCounts notMeasured = new OperationCounts();
      long left = client.warmUp();
      more = client.next();
      for (; left > 0 && more; left--) {
        client.perform(notMeasured);
        more = client.next();
      }
      if (more) {
        trace.firstNanos.accumulateAndGet(client.nanos(), Math::min);
      }
      attach(trace, thread, () -> client.nanos() - trace.firstNanos.get());
    }

    private long run(OperationCounts counts) {
      long touched = 0;
      times.counts(true);
      while (more && begins()) {
        times.begin();
        touched ^= client.perform(counts);
        times.end();
        more = client.next();
        ended();
      }
      return touched;
    }

    @Override
    protected void closeSession() {
      client.close();
    }
  }

  /** Replays the calling thread's part. */
  @Benchmark
  public long replay(Replayer replayer, ThreadParams thread, OperationCounts counts) {
    replayer.beginShot();
    long touched = replayer.run(counts);
    replayer.endShot(thread);
    return touched;
  }
}
