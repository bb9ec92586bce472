package dev.storagebench.core.benchmark;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.EncodedHistogram;
import dev.storagebench.core.openloop.OpenLoop;
import dev.storagebench.core.store.CellStores;
import dev.storagebench.core.store.LoadProgress;
import dev.storagebench.core.store.StoreInfo;
import dev.storagebench.core.store.StoreLease;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Everything that one cell has open: data, store and what must be given back or removed. */
public final class OpenCell {
  private static final Duration MAX_SETTLE = Duration.ofMinutes(10);
  private static final Store.Settling NOTHING_WRITTEN =
      new Store.Settling(true, Duration.ZERO, "nothing was written");
  private static final long SESSIONS_AT_MOST_SECONDS = 60;

  private final CellSettings settings;
  private final CellStores stores;
  private final WorkingSet workingSet;
  private final InitialState initialState;
  private final @Nullable StoreLease lease;
  private final @Nullable StoreInfo prepared;
  private final @Nullable Path ownFolder;
  private final @Nullable ForkMemory memory;
  private final Store store;
  private final Store.Settling before;
  // One party for the cell itself and one for each open session.
  private final Phaser sessions = new Phaser(1);

  private OpenCell(CellSettings settings, Seeds seeds, InitialState initialState)
      throws IOException {
    this.settings = settings;
    this.initialState = initialState;
    this.stores = CellStores.of(settings, initialState != InitialState.PREPARED);
    this.workingSet = WorkingSet.of(stores.data(), seeds.master());
    StoreLease held = initialState == InitialState.EMPTY ? null : stores.lease(LoadProgress.NONE);
    this.prepared = held == null ? null : held.info();
    this.memory = ForkMemory.current();
    if (memory == null && stores.settings().memoryBytes() != EngineSettings.UNLIMITED) {
      throw new UnsupportedSettingException(
          "memory=%s needs a fork of its own (-f 1 or more): a JVM that runs already cannot be limited"
              .formatted(settings.memory()));
    }
    if (held != null && initialState == InitialState.PREPARED) {
      this.lease = held;
      this.ownFolder = null;
      this.store = open(held.openInPlace());
    } else {
      this.lease = null;
      this.ownFolder = stores.workFolder();
      if (held != null) {
        try (held) {
          held.copyTo(stores.engine(), ownFolder);
          if (memory != null) {
            // Copying has brought the original into the page cache, where nobody needs it.
            memory.drop(held.files());
          }
        }
      }
      this.store = open(ownFolder);
    }
    store.processes().values().stream()
        .findFirst()
        .ifPresent(pid -> System.setProperty(ForkMemory.SERVER_PID_PROPERTY, "" + pid));
    // Opening may have set off work: the replay of a log, a compaction that was due.
    this.before = store.settle(MAX_SETTLE);
  }

  /**
   * Opens a store. Without a limit it is in the page cache; with one it is on the disk only, unless
   * it is so small beside the limit that one reading of its files warms it up for good.
   */
  private Store open(Path files) throws IOException {
    if (memory == null) {
      StoreFolder.readOnce(files);
    } else {
      memory.drop(files);
      memory.begin();
      if (memory.holds(StoreFolder.allocatedBytes(files))) {
        StoreFolder.readOnce(files);
      }
    }
    return stores.open(files);
  }

  static OpenCell open(CellSettings settings, Seeds seeds, InitialState initialState)
      throws IOException {
    return new OpenCell(settings, seeds, initialState);
  }

  /** Opens a session; {@link #close} waits until it is reported as closed. */
  Session session() {
    if (!(store instanceof KeyValueStore keyValues)) {
      throw new IllegalStateException("a database of tables has no sessions of keys and values");
    }
    sessions.register();
    return keyValues.session();
  }

  /** Counts the calling thread out. */
  public void sessionClosed() {
    sessions.arriveAndDeregister();
  }

  /** The open store. */
  public Store store() {
    return store;
  }

  /** Counts the calling thread in, whose {@link #sessionClosed} {@link #close} waits for. */
  public void sessionOpened() {
    sessions.register();
  }

  /** The records. */
  public PackedFile data() {
    return stores.data();
  }

  /** Keys and payloads. */
  public WorkingSet workingSet() {
    return workingSet;
  }

  /** The longest value that will be stored. */
  public int maxValueBytes() {
    return stores.settings().expected().maxValueBytes();
  }

  boolean storesValues() {
    return stores.engine().capabilities().storesValues();
  }

  private void awaitSessions() throws IOException {
    try {
      sessions.awaitAdvanceInterruptibly(sessions.arrive(), SESSIONS_AT_MOST_SECONDS, SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "%d sessions are still open %d s after the last operation"
              .formatted(sessions.getUnarrivedParties(), SESSIONS_AT_MOST_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sessions were closed", e);
    }
  }

  /** The engine's settings, and those of the JVM that it shares with the harness. */
  private List<AppliedSetting> settings() {
    List<AppliedSetting> all = new ArrayList<>(stores.report(store));
    String flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.matches("-Xm[sx].*|-XX:[+]Use\\w+GC"))
            .collect(Collectors.joining(" "));
    all.add(
        new AppliedSetting(
            "jvm",
            flags,
            AppliedSetting.Role.OWN,
            "a heap of fixed size: 28 MiB and four of the longest values a thread; larger by the"
                + " cache only where an engine keeps that on the heap"));
    return all;
  }

  /** Settles and closes the store and tells what there is to tell. */
  CellReport close(
      CellReport.Work work,
      CellReport.@Nullable WarmUp warmUp,
      Supplier<List<CellReport.Figure>> figures,
      Supplier<@Nullable Histogram> serviceTimes,
      @Nullable OpenLoop openLoop)
      throws IOException {
    // JMH tears the store down as soon as one thread is done with its own state.
    awaitSessions();
    List<CellReport.Figure> measured = figures.get();
    Histogram times = openLoop == null ? serviceTimes.get() : openLoop.responseTimes();
    // Before settling: a compaction at the end is not what the limit had to stand.
    MemoryReport limited = memory == null ? null : memory.report();
    Store.Settling settling =
        initialState == InitialState.PREPARED ? NOTHING_WRITTEN : store.settle(MAX_SETTLE);
    CellReport report =
        new CellReport(
            null,
            stores.engineReport(),
            new CellReport.Data(
                settings.dataset().toString(), stores.data().summary(), workingSet.keys().size()),
            work,
            prepared,
            settings(),
            before,
            warmUp,
            limited,
            new CellReport.After(
                settling,
                store.bytesOnDisk(),
                store.stats(),
                measured,
                openLoop == null ? null : openLoop.report(),
                times == null ? null : EncodedHistogram.of(times)));
    store.close();
    if (lease != null) {
      lease.close();
    }
    if (ownFolder != null) {
      stores.engine().delete(ownFolder);
    }
    stores.close();
    return report;
  }
}
