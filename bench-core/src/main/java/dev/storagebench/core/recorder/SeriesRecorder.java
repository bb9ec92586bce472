package dev.storagebench.core.recorder;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.HeapUsage;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.process.Daemon;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Records what a fork does second by second, beside its threads: a daemon looks at their counters
 * every 10 ms. Seconds are cut where iterations begin and end, so that they add up to JMH's counts.
 */
public final class SeriesRecorder {
  private static final double NANOS = 1e9;
  private static final double MICROS = 1e3;
  private static final long LOOK_NANOS = 10_000_000;
  private static final long LATE_NANOS = 5 * LOOK_NANOS;
  private static final long SECOND_NANOS = 1_000_000_000;
  // Another process counts the blocks.
  private static final long SIZE_NANOS = 5 * SECOND_NANOS;

  /** When operations are recorded, and as what. */
  public enum Phase {
    WARM_UP,
    MEASURED,
    BETWEEN
  }

  private record Resources(ProcessUsage process, double collecting) {}

  private final List<OperationClock> clocks = new ArrayList<>();
  private final List<SeriesPoint> seconds = new ArrayList<>();
  private Resources resources;
  private Phase phase = Phase.BETWEEN;
  private long first;
  private long begun;
  private long before;
  private long seen;
  private long looked;
  private long progressed;
  private long stall;
  private long pending;
  private volatile boolean ended;
  private final Supplier<Map<String, Long>> servers;
  private final LongSupplier pendingBytes;
  private final Consumer<List<SeriesPoint>> listener;
  private volatile long storeBytes;

  /**
   * Begins to watch.
   *
   * @param servers the processes that run the engine, the first of them; none for this one
   * @param storeBytes what the store's files take on disk; may take some milliseconds
   * @param pendingBytes see {@link dev.storagebench.core.engine.Store#pendingBytes}
   * @param listener is given all seconds so far after each one
   */
  public SeriesRecorder(
      Supplier<Map<String, Long>> servers,
      LongSupplier storeBytes,
      LongSupplier pendingBytes,
      Consumer<List<SeriesPoint>> listener) {
    this.servers = servers;
    this.resources = resources();
    this.pendingBytes = pendingBytes;
    this.listener = listener;
    Daemon.start("series", this::watch);
    Daemon.start("size", () -> measureSize(storeBytes));
  }

  /** Looks at the clock of another thread, too. */
  public synchronized void add(OperationClock clock) {
    clock.record();
    clocks.add(clock);
    before += clock.done();
    seen += clock.done();
  }

  /** The clock of another thread. */
  public synchronized OperationClock clock() {
    OperationClock clock = new OperationClock(3);
    add(clock);
    return clock;
  }

  /** Begins a phase, unless another thread has. */
  public synchronized void begin(Phase next) {
    if (next != phase) {
      cut(System.nanoTime());
      phase = next;
    }
  }

  /** All that was recorded; no more will be. */
  public synchronized List<SeriesPoint> end() {
    ended = true;
    return List.copyOf(seconds);
  }

  private void watch() {
    while (look()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** On a thread of its own: what takes long must not keep the other from looking. */
  private void measureSize(LongSupplier size) {
    while (!ended) {
      storeBytes = size.getAsLong();
      LockSupport.parkNanos(SIZE_NANOS);
    }
  }

  private synchronized boolean look() {
    long now = System.nanoTime();
    long all = done();
    if (all != seen) {
      // A pause of the whole JVM is one of this thread, too: what was done since explains a part.
      long late = now - Math.max(looked, begun);
      double each = (double) (now - late - begun) / Math.max(1, seen - before);
      double explained = (all - seen) * each;
      stall = Math.max(stall, late > LATE_NANOS ? late - (long) explained : 0);
      seen = all;
      progressed = now;
    }
    looked = now;
    stall = Math.max(stall, now - progressed);
    if (now - begun >= SECOND_NANOS && !ended) {
      pending = phase == Phase.BETWEEN ? 0 : pendingBytes();
      cut(now);
      listener.accept(seconds);
    }
    return !ended;
  }

  /** The operations of all threads; asked for every 10 ms, so by a loop rather than a stream. */
  private long done() {
    long done = 0;
    for (OperationClock clock : clocks) {
      done += clock.done();
    }
    return done;
  }

  private long pendingBytes() {
    try {
      return pendingBytes.getAsLong();
    } catch (RuntimeException unknown) {
      // A server may refuse to answer for a moment; what ends a benchmark by time goes on.
      return pending;
    }
  }

  private void cut(long now) {
    Resources used = resources();
    long all = done();
    double length = (now - begun) / NANOS;
    Histogram times = new Histogram(2);
    for (OperationClock each : clocks) {
      times.add(each.times((all - before) / length / clocks.size()));
    }
    if (phase != Phase.BETWEEN) {
      ProcessUsage process = used.process.since(resources.process);
      seconds.add(
          new SeriesPoint(
              (begun - first) / NANOS,
              length,
              phase == Phase.MEASURED,
              all - before,
              times.getValueAtPercentile(50) / MICROS,
              times.getValueAtPercentile(99) / MICROS,
              times.getMaxValue() / MICROS,
              stall / NANOS,
              process.cpuNanos() / NANOS,
              process.readBytes(),
              process.writtenBytes(),
              dirtyBytes(),
              process.majorFaults(),
              used.collecting - resources.collecting,
              storeBytes,
              pending,
              OperationTimes.encode(times)));
    } else {
      // Nobody is to work between iterations.
      progressed = now;
      first = seconds.isEmpty() ? now : first;
    }
    resources = used;
    begun = now;
    before = all;
    stall = now - progressed;
  }

  private Resources resources() {
    double collecting = HeapUsage.now().collecting() / 1e3;
    String pid =
        servers.get().values().stream().findFirst().map(String::valueOf).orElse(ProcessUsage.SELF);
    return new Resources(ProcessUsage.ofOrNone(pid), collecting);
  }

  private static long dirtyBytes() {
    try {
      return ForkMemory.machineBytes("Dirty", "Writeback");
    } catch (IOException notThere) {
      return 0;
    }
  }

  /**
   * The figures of a series.
   *
   * @param bytesAnOperation raw bytes that an operation writes on average; 0 for a workload that
   *     only reads
   * @param enough raw bytes after which a throughput is called sustained, if the disk has received
   *     what was acknowledged
   * @param rawBytes of the records; what the store takes of them, if it compresses, is what the
   *     disk is to receive
   */
  public static List<Figure> figures(
      List<SeriesPoint> series, double bytesAnOperation, long enough, long rawBytes) {
    List<SeriesPoint> whole = SeriesPoint.whole(series);
    if (whole.isEmpty()) {
      return List.of();
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("slowestSecond", SeriesPoint.slowest(whole), "op/s"));
    figures.add(new Figure("stalledSeconds", 100 * SeriesPoint.stalledShare(whole), "%"));
    figures.add(new Figure("longestStall", SeriesPoint.longestStall(series), "s"));
    double lastHalf = whole.get(whole.size() / 2).start();
    long operations =
        series.stream()
            .filter(each -> each.start() < lastHalf)
            .mapToLong(SeriesPoint::operations)
            .sum();
    SeriesPoint last = series.get(series.size() - 1);
    // What the kernel still holds has not been received; a store that compresses is owed less.
    long held = Math.max(0, last.dirtyBytes() - series.get(0).dirtyBytes());
    long received = series.stream().mapToLong(SeriesPoint::writtenBytes).sum() - held;
    double owed = last.storeBytes() == 0 ? 1 : Math.min(1, (double) last.storeBytes() / rawBytes);
    long all = series.stream().mapToLong(SeriesPoint::operations).sum();
    if (bytesAnOperation > 0
        && operations * bytesAnOperation >= enough
        && received >= owed * bytesAnOperation * all) {
      figures.add(new Figure("sustained", SeriesPoint.sustained(whole), "op/s"));
    }
    return figures;
  }
}
