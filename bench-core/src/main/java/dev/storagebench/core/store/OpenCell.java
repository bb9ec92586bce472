package dev.storagebench.core.store;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.Allocator;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.memory.PageCache;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The open store of a cell, with all that belongs to it. */
public final class OpenCell implements AutoCloseable {
  public static final Duration MAX_SETTLE = Duration.ofMinutes(10);
  private static final int STANDSTILL_SECONDS = 60;
  private static final Store.Settling NOTHING_WRITTEN =
      new Store.Settling(true, Duration.ZERO, "nothing was written");
  private static final Store.Settling ELSEWHERE =
      new Store.Settling(true, Duration.ZERO, "by the process that opened the store");

  private final ForkPlan plan;
  private final CellStore cell;
  private final InitialState initialState;
  private final WorkingSet workingSet;
  private final @Nullable ForkMemory memory;
  private final @Nullable StoreInfo prepared;
  private final @Nullable Path files;
  private @Nullable Store store;
  private Store.Settling before = ELSEWHERE;
  private boolean standsStill;
  private @Nullable String allocator;
  private @Nullable MemoryReport limited;
  private final boolean attached;
  // The prepared store, or a folder of its own.
  private final @Nullable Closeable held;

  /**
   * The store, or a copy of it, as a benchmark begins with it; it is not open yet, unless another
   * process has opened it.
   *
   * @param plan of this JVM
   * @param address where another process has opened it; null to open it here
   */
  public OpenCell(ForkPlan plan, @Nullable Map<String, String> address) throws IOException {
    this.plan = plan;
    Parameters settings = plan.cell().parameters();
    this.initialState = plan.cell().initialState();
    this.attached = address != null;
    this.cell =
        attached
            ? CellStore.attached(settings, initialState.isWritten())
            : CellStore.of(settings, initialState.isWritten(), plan.store());
    this.workingSet = WorkingSet.of(cell.data(), plan.cell().get(Parameter.SEED));
    if (address != null) {
      Allocator.of(settings.candidate()).ifPresent(each -> each.requireMapped(List.of()));
      this.store = cell.attach(address);
      this.files = null;
      this.memory = null;
      this.prepared = null;
      this.held = null;
      return;
    }
    Path chain = plan.chain();
    StoreCache.Lease source =
        // An earlier stage may have left its store there.
        initialState == InitialState.EMPTY
                || (chain != null && !CacheFolder.entries(chain, "*").isEmpty())
            ? null
            : cell.lease(records -> {});
    this.prepared = source == null ? null : source.info();
    this.memory = plan.memory() == null ? null : new ForkMemory(plan.memory());
    if (memory == null && cell.settings().memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          "memory=%s needs a forked JVM (-f 1 or more): a running JVM cannot be limited"
              .formatted(settings.text(Parameter.MEMORY)));
    }
    boolean inPlace = initialState == InitialState.PREPARED && chain == null && !plan.copied();
    if (source != null && inPlace) {
      this.held = source;
      this.files = source.openInPlace();
    } else {
      OwnedFolder own = chain == null ? cell.workFolder() : null;
      this.held = own;
      this.files = own == null ? Objects.requireNonNull(chain) : own.path();
      if (source != null) {
        try (source) {
          cell.engine().copy(source.files(), files);
          if (memory != null) {
            // Copying has read the original into the page cache, where nobody needs it.
            memory.drop(source.files());
          }
        }
      }
    }
  }

  /**
   * Copies the store that is not open yet, for operations whose traces are not to be left in it; a
   * memory limit does not hold for them.
   */
  public OwnedFolder scratch() throws IOException {
    return CloseOnFailure.of(
        cell.workFolder(),
        scratch -> {
          if (initialState != InitialState.EMPTY) {
            cell.engine().copy(files(), scratch.path());
          }
          return scratch;
        });
  }

  /**
   * Applies the memory limit, opens the store and waits until it is settled. Without a limit the
   * files are in the page cache, or the rows in the engine's own if that bypasses it; with one as
   * much of the files as the limit holds.
   */
  public void openAndSettle() throws IOException {
    if (memory == null) {
      StoreFolder.readOnce(files(), Long.MAX_VALUE);
      open().readOnce();
    } else {
      firstUse();
      memory.drop(files());
      memory.begin();
      StoreFolder.readOnce(files(), memory.pageCacheBytes());
      open();
    }
    settle();
  }

  /**
   * The last step before a store is opened by the benchmark: applies the memory limit.
   *
   * @param cold whether its files are dropped from the page cache
   * @return the share of the files that is in the page cache, from 0 to 1
   */
  public double prepareToOpen(boolean cold) throws IOException {
    firstUse();
    if (cold && memory != null) {
      memory.drop(files());
    } else if (cold) {
      PageCache.tryDrop(files());
    }
    if (memory != null) {
      memory.begin();
    }
    return PageCache.residentShare(files());
  }

  /** Loads the engine's code, which is no part of the limit; a server's is another process's. */
  private void firstUse() throws IOException {
    if (!cell.engine().capabilities().isServer()) {
      try (OwnedFolder folder = cell.workFolder();
          Store scratch = cell.open(folder.path())) {
        FirstUse.of(cell.engine(), scratch);
      }
    }
  }

  /** Opens the store. */
  public Store open() {
    Store open = cell.open(files());
    store = open;
    open.processes().values().stream()
        .findFirst()
        .ifPresent(
            pid -> {
              ResourceProfiler.server(pid);
              if (memory != null) {
                memory.server(pid);
              }
            });
    allocator =
        Allocator.of(plan.cell().candidate())
            .map(each -> each.requireMapped(open.processes().values()))
            .orElse(null);
    return open;
  }

  /** Waits for the work that opening may have started: the replay of a log, a compaction. */
  public void settle() throws IOException {
    if (memory != null) {
      memory.serverRuns();
    }
    before = settled();
    if (standsStill) {
      throw new EngineException("the store does not settle; " + before.how());
    }
  }

  /**
   * Settles the store as long as it makes progress. A server has its own time limits, and what an
   * external one writes is not visible.
   */
  public Store.Settling settled() {
    Store open = store();
    if (cell.engine().capabilities().isServer()) {
      return open.settle(MAX_SETTLE);
    }
    FutureTask<Store.Settling> call = new FutureTask<>(() -> open.settle(MAX_SETTLE));
    LongSupplier written = () -> ProcessUsage.ofOrNone(ProcessUsage.SELF).writtenBytes();
    Store.Settling settling = new SettlingWatch(written, STANDSTILL_SECONDS).await(call);
    standsStill = !call.isDone();
    return settling;
  }

  /** Whether settling has been given up: the store must not be used any more. */
  public boolean standsStill() {
    return standsStill;
  }

  /** Folder of the store. */
  public Path files() {
    return Objects.requireNonNull(files, "the files of another process's store");
  }

  /** The store, which is open. */
  public Store store() {
    if (store == null) {
      throw new IllegalStateException("the store is not open");
    }
    return store;
  }

  /** The other processes that work for the store; none before it is open. */
  public Map<String, Long> processes() {
    return store == null ? Map.of() : store.processes();
  }

  /** The keys and payloads of operations. */
  public WorkingSet workingSet() {
    return workingSet;
  }

  public CellStore cell() {
    return cell;
  }

  /** Whether the benchmark writes. */
  public boolean writes() {
    return initialState.isWritten();
  }

  /** The engine's settings, and those of the JVM that it shares with the harness. */
  private List<AppliedSetting> settings() {
    List<AppliedSetting> all = new ArrayList<>(cell.report(store));
    String flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.matches("-Xm[sx].*|-XX:[+]Use\\w+GC"))
            .collect(Collectors.joining(" "));
    all.add(
        new AppliedSetting(
            "jvm",
            "%s %s %s"
                .formatted(System.getProperty("java.vendor.version", ""), Runtime.version(), flags)
                .strip(),
            AppliedSetting.Role.OWN,
            "fixed heap: 28 MiB and four maximum values per thread; if the engine's cache is on it, 1.5 times cache and write buffer more; without a memory limit 1 GiB more, or 256 MiB with a native cache"));
    if (allocator != null) {
      all.add(
          new AppliedSetting(
              Candidate.MALLOC,
              allocator,
              AppliedSetting.Role.CANDIDATE,
              "option of the candidate, LD_PRELOAD: mapped by the process that was measured"));
    }
    return all;
  }

  /** Captures the use of memory until now, which a final compaction does not belong to. */
  public void captureMemory() throws IOException {
    if (memory != null && limited == null) {
      limited = memory.report();
    }
  }

  /**
   * Settles the store, and reports on it and what was done with it.
   *
   * @param figures the benchmark's own
   * @param times of operations; null if they were not recorded
   * @param series second by second; empty if that was not recorded
   * @param turns one by one; empty for work that can be done only once
   * @param clients how several worked together; null for one
   */
  public CellReport report(
      CellReport.Work work,
      CellReport.@Nullable WarmUp warmUp,
      List<CellReport.Figure> figures,
      @Nullable OpenLoopReport openLoop,
      @Nullable Histogram times,
      List<SeriesPoint> series,
      List<MeasuredTurn> turns,
      @Nullable ClientsReport clients)
      throws IOException {
    captureMemory();
    List<CellReport.Figure> all = new ArrayList<>(figures);
    if (!attached && writes() && !cell.engine().capabilities().isServer()) {
      all.add(new CellReport.Figure("bytesUnsettled", (double) store().bytesOnDisk(), "B"));
    }
    Store.Settling settling = attached ? ELSEWHERE : writes() ? settled() : NOTHING_WRITTEN;
    return new CellReport(
        null,
        cell.engineReport(),
        new CellReport.Data(
            plan.cell().parameters().text(Parameter.DATASET),
            cell.data().summary(),
            workingSet.keys().size()),
        work,
        prepared,
        settings(),
        before,
        warmUp,
        limited,
        new CellReport.After(
            settling,
            attached ? 0 : store().bytesOnDisk(),
            standsStill ? Map.of() : store().stats(),
            all,
            openLoop,
            times == null ? null : OperationTimes.encode(times),
            series,
            turns),
        clients);
  }

  @Override
  public void close() throws IOException {
    if (store != null && !standsStill) {
      store.close();
    }
    if (held != null) {
      held.close();
    }
    cell.close();
  }
}
