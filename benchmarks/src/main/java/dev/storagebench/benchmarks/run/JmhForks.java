package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkWatch;
import dev.storagebench.benchmarks.fork.PlannedFork;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * The forks of JMH's own command line: each is a round of one cell, whose store and environment are
 * prepared before it.
 */
public final class JmhForks extends PlannedFork {
  private @Nullable Fork fork;
  private int round;

  /** JMH's way to make a profiler. */
  public JmhForks() {
    super("");
    // The last fork may have failed, after which JMH asks for nothing more.
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
  }

  @Override
  protected Fork.Command command(BenchmarkParams params) throws IOException {
    end();
    Cell cell = JmhParams.cell(params);
    PackedSummary data;
    try (PackedFile file = CellStore.records(cell.settings())) {
      data = file.summary();
    }
    if (Workloads.named(cell.benchmark()).initialState(cell.parameters()) != InitialState.EMPTY) {
      // A failure is not reported here: the fork fails in the same way.
      StoreLoaderProcess.prepare(cell, data, 0, records -> {});
    }
    ForkPlan plan = new ForkPlan(cell, data, round++, 0, null, null);
    fork = Fork.toMeasure(plan, List.of(), params.getJvmArgs());
    return fork.command();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    super.beforeTrial(params);
    if (fork != null) {
      fork.watch();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    if (fork == null) {
      return List.of();
    }
    Fork ended = fork;
    CellReport left = ended.report();
    end();
    if (left == null || left.after() == null) {
      return List.of();
    }
    OpenLoopReport loop = left.openLoop();
    if (loop != null && !loop.keptUp()) {
      System.err.println(loop.shortfall());
    }
    return ForkFigures.of(left, ended.watch());
  }

  /** Ends the last fork, and says what JMH does not know of it. */
  private void end() {
    Fork last = fork;
    fork = null;
    if (last == null) {
      return;
    }
    try (last) {
      ForkWatch watch = last.watch();
      watch.close();
      if (watch.hang() != null) {
        System.err.println(watch.stacks() + "the fork did not end: " + watch.hang());
      }
      String message = last.outOfMemory();
      if (message != null) {
        System.err.println(message);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }
}
