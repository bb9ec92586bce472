package dev.storagebench.core.recorder;

import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.clients.ClientLink;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.GroupUsage;
import dev.storagebench.core.memory.HeapUsage;
import dev.storagebench.core.memory.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The resources an operation uses: CPU, major faults, disk reads and writes, and refaults of the
 * page cache; what is written to the page cache, but not yet to the disk; and what is allocated on
 * the heap. Runs in the fork and samples at the start and end of each iteration; a single shot ends
 * when the store has settled. On systems without {@code /proc} it reports the heap alone.
 */
public final class ResourceProfiler implements InternalProfiler {
  // JMH makes the profiler, and passes nothing.
  private static volatile @Nullable ResourceProfiler current;
  private static volatile @Nullable Long server;

  private long operations = 1;
  private @Nullable Snapshot start;
  private HeapUsage heap = HeapUsage.now();
  private @Nullable Snapshot now;
  private @Nullable HeapUsage used;
  private @Nullable ControlGroup group;

  private record Snapshot(
      ProcessUsage fork,
      @Nullable ProcessUsage server,
      @Nullable GroupUsage group,
      long dirtyBytes) {}

  private @Nullable Snapshot snapshot(boolean withDirty) {
    try {
      if (group == null) {
        ForkMemory.Limit limit = ForkPlan.limit().orElse(null);
        group = limit == null ? null : ForkMemory.group(limit, server);
      }
      Long other = server;
      return new Snapshot(
          ProcessUsage.of(ProcessUsage.SELF),
          other == null ? null : ProcessUsage.of(other.toString()),
          group == null ? null : group.usage(),
          withDirty ? ForkMemory.machineBytes("Dirty", "Writeback") : 0);
    } catch (IOException notThere) {
      return null;
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    current = this;
    begin();
  }

  private synchronized void begin() {
    used = null;
    start = snapshot(false);
    heap = HeapUsage.now();
  }

  /** Notes the process that runs the engine, which is not this one. */
  public static void server(long pid) {
    server = pid;
  }

  /** Begins anew: the work begins now, after all that JMH calls an iteration as well. */
  public static void restart() {
    ResourceProfiler profiler = current;
    if (profiler != null) {
      profiler.begin();
    }
  }

  /**
   * Ends the work, unless it has ended: JMH closes and deletes the store within the iteration.
   *
   * @param operations by which its resources are divided: all of them, whether they count or not; 1
   *     for work that can be done only once
   */
  public static void end(long operations) {
    ResourceProfiler profiler = current;
    if (profiler != null) {
      profiler.endOnce(operations);
    }
  }

  private synchronized HeapUsage endOnce(long all) {
    if (used == null) {
      used = HeapUsage.now();
      now = snapshot(true);
      operations = all;
    }
    return used;
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    HeapUsage after = endOnce(1);
    if (result.getRawPrimaryResults().isEmpty()) {
      // It failed, and JMH reports what the benchmark has thrown.
      return List.of();
    }
    Snapshot before = start;
    List<Result<?>> figures = new ArrayList<>();
    figures.add(new PerOperation("allocated", after.bytesSince(heap), operations, "B/op"));
    double collecting = (after.collecting() - heap.collecting()) * 1e3;
    figures.add(new PerOperation("gc", collecting, operations, "us/op"));
    if (before == null || now == null) {
      return figures;
    }
    ProcessUsage fork = now.fork().since(before.fork());
    if (ClientLink.current() != null) {
      // The engine is in another process, which its controller watches.
      figures.add(new PerOperation("clientCpu", fork.cpuNanos() / 1e3, operations, "us/op"));
      return figures;
    }
    ProcessUsage engine = fork;
    if (now.server() != null && before.server() != null) {
      engine = now.server().since(before.server());
      figures.add(new PerOperation("clientCpu", fork.cpuNanos() / 1e3, operations, "us/op"));
    }
    // A thread that waits for an arrival polls the clock, which is not the engine's work.
    boolean waits =
        now.server() == null && ForkPlan.current().flatMap(plan -> plan.cell().rate()).isPresent();
    String cpu = waits ? "cpuAndWaiting" : "cpu";
    figures.add(new PerOperation(cpu, engine.cpuNanos() / 1e3, operations, "us/op"));
    figures.add(new PerOperation("majorFaults", engine.majorFaults(), operations, "#/op"));
    figures.add(new PerOperation("diskRead", engine.readBytes(), operations, "B/op"));
    // Less than nothing if it deletes what was written before, and has not reached the disk yet.
    long written = Math.max(0, engine.writtenBytes());
    figures.add(new PerOperation("diskWritten", written, operations, "B/op"));
    Result<?> values = result.getSecondaryResults().get("bytesWritten");
    if (values != null && values.getScore() > 0) {
      long bytes = Math.round(values.getScore());
      figures.add(new PerOperation("writeAmplification", written, bytes, "B/B"));
    }
    // Of the whole machine: what writers have left to the kernel.
    figures.add(figure("dirty", (double) now.dirtyBytes(), "B"));
    if (now.group() != null && before.group() != null) {
      GroupUsage group = now.group().since(before.group());
      figures.add(new PerOperation("refaults", group.refaultedPages(), operations, "#/op"));
      if (group.limitHits() != null) {
        figures.add(new PerOperation("limitHits", group.limitHits(), operations, "#/op"));
      }
      figures.add(figure("pageCache", (double) now.group().pageCacheBytes(), "B"));
      figures.add(figure("anonymous", (double) now.group().anonymousBytes(), "B"));
    }
    return figures;
  }

  /** A figure of which iterations have their mean. */
  public static ScalarResult figure(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }

  @Override
  public String getDescription() {
    return "Storage Bench: CPU, heap, faults and disk traffic of an operation";
  }

  /**
   * An amount per operation; over several iterations, the sum of amounts divided by the sum of
   * operations. The mean of the ratios would be dominated by an iteration in which the engine
   * stalled.
   */
  private static final class PerOperation extends Result<PerOperation> {
    private static final long serialVersionUID = 1L;

    private final double amount;
    private final long operations;

    PerOperation(String label, double amount, long operations, String unit) {
      super(
          ResultRole.SECONDARY,
          label,
          new ListStatistics(new double[] {amount / operations}),
          unit,
          AggregationPolicy.AVG);
      this.amount = amount;
      this.operations = operations;
    }

    @Override
    protected Aggregator<PerOperation> getThreadAggregator() {
      return PerOperation::sum;
    }

    @Override
    protected Aggregator<PerOperation> getIterationAggregator() {
      return PerOperation::sum;
    }

    private static PerOperation sum(Collection<PerOperation> results) {
      PerOperation any = results.iterator().next();
      return new PerOperation(
          any.getLabel(),
          results.stream().mapToDouble(result -> result.amount).sum(),
          results.stream().mapToLong(result -> result.operations).sum(),
          any.getScoreUnit());
    }
  }
}
