package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Overwrites random records of a copy of the prepared store until a given amount has been written,
 * by default three times the raw data; each thread writes an equal part of it. All engines do the
 * same work, however long it takes: what a fast one has to flush and compact, it has to do within
 * the measurement.
 *
 * <p>{@link RandomWrite} is the same for a given time.
 */
public class Overwrite extends SingleShotBenchmark {
  @Override
  public String label(Map<String, String> parameters) {
    return name() + " " + Parameter.WRITES.of(parameters);
  }

  @Override
  public String unit() {
    return "op/s";
  }

  @Override
  public String shortName(Map<String, String> parameters) {
    return "Overwriting " + Parameter.WRITES.of(parameters);
  }

  @Override
  public Optional<Integer> readPercent(Map<String, String> parameters) {
    return Optional.of(0);
  }

  @Override
  public long operations(Map<String, String> parameters, PackedSummary data) {
    return SizeSpec.parse(Parameter.WRITES.of(parameters)).records(data);
  }

  @Override
  public void validate(Map<String, String> parameters) {
    SizeSpec amount = SizeSpec.parse(Parameter.WRITES.of(parameters));
    if (amount.fixedBytes() == 0 && amount.ratio() == 0) {
      throw new IllegalArgumentException("writes must be more than 0");
    }
    OperationsState.validate(parameters);
  }

  /** A copy of a prepared store. */
  @State(Scope.Benchmark)
  public static class OverwrittenStore extends OperationsState {
    @Param(Parameter.Default.WRITES)
    public String writes = "";

    private long operations() {
      return new Overwrite().operations(Map.of(Parameter.WRITES.key(), writes), data().summary());
    }

    @Override
    boolean isRecorded(BenchmarkParams params) {
      return true;
    }

    @Override
    protected List<Figure> figures() {
      List<Figure> figures = new ArrayList<>(super.figures());
      figures.add(new Figure("operations", operations(), "#"));
      return figures;
    }
  }

  /** A thread with a session of its own, and its part of the writes. */
  public static class Writer extends PointThread {
    // Set before the shot.
    private OverwrittenStore store;
    private long writes;

    /** Opens the thread's session. */
    @Setup
    public void open(OverwrittenStore overwritten, ThreadParams thread) {
      store = overwritten;
      super.open(store, thread);
      long all = store.operations();
      int threads = store.threads();
      int index = store.thread(thread);
      writes = all * (index + 1) / threads - all * index / threads;
    }
  }

  /** Writes the calling thread's part. */
  @Benchmark
  public void overwrite(Writer writer, ThreadParams thread, OperationCounts counts) {
    writer.store.beginShot(thread.getThreadCount());
    for (long left = writer.writes; left > 0 && writer.begins(); left--) {
      writer.client.write(counts);
      writer.ended();
    }
    writer.finished();
    writer.store.endShot(thread.getThreadCount());
  }
}
