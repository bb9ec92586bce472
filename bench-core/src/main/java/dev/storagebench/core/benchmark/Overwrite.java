package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Overwrites random records of a copy of the prepared store until a given amount has been written,
 * by default three times the raw data; each thread writes an equal part of it. All engines do the
 * same work, however long it takes: what a fast one has to flush and compact, it has to do within
 * the measurement.
 *
 * <p>With a range as the amount, it ends in between as soon as it is steady: neither the throughput
 * nor what is yet to be written has a trend, see {@link SeriesPoint#isSteady}. With {@code atMost}
 * it ends after a time, done or not. Either way all engines get the same operations in the same
 * order, one of them more than the other.
 *
 * <p>{@link RandomWrite} is the same for a given time.
 */
public class Overwrite extends SingleShotBenchmark {
  private static final long MANY = 1L << 40;

  @Override
  public String label(Parameters of) {
    return name() + " " + of.get(Parameter.WRITES);
  }

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(Parameter.WRITES, Parameter.AT_MOST);
  }

  @Override
  public boolean warmsUpInLoop() {
    return true;
  }

  @Override
  public String unit() {
    return "op/s";
  }

  @Override
  public String shortName(Parameters of) {
    return "Overwriting " + of.get(Parameter.WRITES);
  }

  @Override
  public Optional<Integer> readPercent(Parameters of) {
    return Optional.of(0);
  }

  @Override
  public long operations(Parameters of, PackedSummary data) {
    return most(of.get(Parameter.WRITES)).records(data);
  }

  @Override
  public void validate(Parameters of) {
    String writes = of.get(Parameter.WRITES);
    SizeSpec least = least(writes);
    SizeSpec most = most(writes);
    if (least.bytes(MANY) == 0) {
      throw new IllegalArgumentException("writes must be more than 0");
    }
    if (least.fixedBytes() >= most.fixedBytes() && least.bytes(MANY) > most.bytes(MANY)) {
      throw new IllegalArgumentException(
          "invalid writes '%s' (the smaller amount comes first)".formatted(writes));
    }
    OperationsState.validate(of);
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    if (of.get(Parameter.CLIENTS) > 1) {
      throw new UnsupportedSettingException(
          "several clients begin and end together only where they measure for a time, as RandomWrite does");
    }
  }

  private static SizeSpec least(String writes) {
    return SizeSpec.parse(writes.split("\\.\\.", 2)[0]);
  }

  private static SizeSpec most(String writes) {
    return SizeSpec.parse(writes.replaceFirst("^.*?\\.\\.", ""));
  }

  /** A copy of a prepared store. */
  public static class OverwrittenStore extends OperationsState {
    private final LongAdder written = new LongAdder();

    /** Flushes and compacts what has brought the store to its age. */
    @Override
    void warmUp(Conductor loops) throws IOException, InterruptedException {
      super.warmUp(loops);
      cell().settled();
    }

    private long least() {
      return Overwrite.least(get(Parameter.WRITES)).records(data().summary());
    }

    @Override
    void recorded(List<SeriesPoint> seconds) {
      super.recorded(seconds);
      long done =
          seconds.stream().filter(SeriesPoint::measured).mapToLong(SeriesPoint::operations).sum();
      over |= done >= least() && SeriesPoint.isSteady(SeriesPoint.whole(seconds));
    }

    @Override
    protected List<Figure> figures() {
      double all = written.sum();
      return with(
          super.figures(),
          List.of(
              new Figure("operations", all, "#"),
              new Figure("multiple", all / data().summary().records(), "x"),
              new Figure("unwritten", Math.max(0, least() - all), "#")));
    }
  }

  /** A thread with a session of its own, and its part of the writes. */
  public static class Writer extends JobThread {
    // Set before the shot.
    private OverwrittenStore store;
    private long writes;
    private boolean warm;

    /** Opens the thread's session. */
    @Setup
    public void open(OverwrittenStore overwritten, ThreadParams thread) {
      store = overwritten;
      super.open(store, thread);
      long all = most(store.get(Parameter.WRITES)).records(store.data().summary());
      writes = OperationsState.share(all, store.thread(thread), store.threads());
    }
  }

  /** Writes the calling thread's part, after the warm-up. */
  @Benchmark
  public void overwrite(Writer writer, ThreadParams thread, OperationCounts counts)
      throws InterruptedException {
    if (!writer.warm) {
      writer.warm = true;
      writer.run(counts);
      return;
    }
    writer.beginShot();
    long done = 0;
    while (done < writer.writes && !writer.store.over && writer.begins()) {
      writer.perform(counts);
      done++;
    }
    writer.store.written.add(done);
    writer.endShot(thread);
  }
}
