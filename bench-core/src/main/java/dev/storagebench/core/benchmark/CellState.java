package dev.storagebench.core.benchmark;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoop;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.openloop.Pacer;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.StoreCache;
import dev.storagebench.core.store.WorkFolder;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The store of one cell. JMH opens it in the fork before the threads are set up, and closes it
 * after the last iteration, when it leaves the {@link CellReport} for the host.
 *
 * <p>The fields with {@code @Param} are the parameters of {@code -p}; {@link Parameter} documents
 * them. They accept more values than the defaults listed here. The engine is a parameter of the
 * subclasses, because SQL benchmarks have other engines.
 */
@State(Scope.Benchmark)
public abstract class CellState {
  private static final Duration MAX_SETTLE = Duration.ofMinutes(10);
  private static final Store.Settling NOTHING_WRITTEN =
      new Store.Settling(true, Duration.ZERO, "nothing was written");
  private static final long MAX_CLOSE_SECONDS = 60;
  // The threads end an iteration together.
  private static final long MAX_END_SECONDS = 2;

  @Param(Parameter.Default.DATASET)
  public String dataset = "";

  @Param(Parameter.Default.DURABILITY)
  public String durability = "";

  @Param(Parameter.Default.COMPRESSION)
  public String compression = "";

  @Param(Parameter.Default.MEMORY)
  public String memory = "";

  @Param(Parameter.Default.AUTO)
  public String cache = "";

  @Param(Parameter.Default.AUTO)
  public String writeBuffer = "";

  @Param(Parameter.Default.BLOCK)
  public String block = "";

  @Param(Parameter.Default.BLOOM_BITS)
  public String bloomBits = "";

  @Param(Parameter.Default.FALSE)
  public String nearest = "";

  @Param(Parameter.Default.FALSE)
  public String skipBad = "";

  @Param(Parameter.Default.SEED)
  public String seed = "";

  private @Nullable Resources open;
  private CellReport.@Nullable WarmUp warmUp;
  private @Nullable OpenLoop openLoop;
  private int threads;
  private CountDownLatch working = new CountDownLatch(0);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Object closing = new Object();
  // One party for this state and one for each open session.
  private final Phaser sessions = new Phaser(1);

  /** Opens the store; JMH calls this in the fork, before it sets the threads up. */
  @Setup
  public void open(BenchmarkParams params) throws IOException, InterruptedException {
    try {
      Problem known = Problem.ofHost();
      if (known != null) {
        throw known.exception();
      }
      threads = params.getThreads();
      working = new CountDownLatch(threads);
      openLoop = OpenLoop.of(rate(), seeds(), threads);
      CellSettings settings = CellSettings.from(params::getParam);
      WorkloadType type = Workloads.ofJmh(params.getBenchmark());
      if (openLoop != null && !type.isSingleShot()) {
        Rate.requireThroughput("rate=" + rate(), params.getMode());
      }
      Map<String, String> values = new HashMap<>();
      params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
      type.validate(values);
      type.require(Engines.of(settings.candidate()), values);
      open = new Resources(settings, seeds(), type.initialState(values));
      warmUp = warmUp(threads);
    } catch (IOException | RuntimeException | LinkageError e) {
      report(CellReport.of(Problem.of(e)));
      throw e;
    }
  }

  /**
   * Settles and closes the store, and leaves the report, unless the last thread has; JMH calls this
   * in the fork.
   */
  @TearDown
  public void close() throws IOException {
    if (!closed.getAndSet(true)) {
      // JMH tears this state down as soon as the first thread has torn down its own.
      awaitSessions();
      finish();
    }
  }

  /**
   * Ends a benchmark thread, which has closed its session: returns when the last one has settled
   * and closed the store. Otherwise the thread that JMH lets do it would make the others sleep for
   * more than a second: their loop in JMH's generated code waits 1 ms and then 1024 ms.
   */
  public final void threadEnded() throws IOException, InterruptedException {
    working.countDown();
    // One that has failed does not arrive, and JMH lets another one close the store.
    if (working.await(MAX_END_SECONDS, SECONDS)) {
      synchronized (closing) {
        close();
      }
    }
  }

  private void finish() throws IOException {
    Resources resources = resources();
    CellReport.Work work =
        new CellReport.Work(
            seeds().master(), seeds().round(), threads, digest(threads), wallSeconds());
    List<CellReport.Figure> figures = figures();
    Histogram times = openLoop == null ? serviceTimes() : openLoop.responseTimes();
    // Before settling: a final compaction does not belong to the measured use of memory.
    MemoryReport limited = resources.memory == null ? null : resources.memory.report();
    Store store = resources.store;
    Store.Settling settling =
        resources.initialState == InitialState.PREPARED
            ? NOTHING_WRITTEN
            : store.settle(MAX_SETTLE);
    report(
        new CellReport(
            null,
            resources.cell.engineReport(),
            new CellReport.Data(dataset, data().summary(), workingSet().keys().size()),
            work,
            resources.prepared,
            resources.settings(),
            resources.before,
            warmUp,
            limited,
            new CellReport.After(
                settling,
                store.bytesOnDisk(),
                store.stats(),
                figures,
                openLoop == null ? null : openLoop.report(),
                times == null ? null : OperationTimes.encode(times))));
    resources.close();
  }

  private void awaitSessions() throws IOException {
    try {
      sessions.awaitAdvanceInterruptibly(sessions.arrive(), MAX_CLOSE_SECONDS, SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "%d sessions are still open %d s after the last operation"
              .formatted(sessions.getUnarrivedParties(), MAX_CLOSE_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sessions were closed", e);
    }
  }

  private static void report(CellReport report) {
    String file = System.getProperty(CellReport.FILE_PROPERTY);
    if (file != null) {
      report.write(Path.of(file));
    }
  }

  /** The benchmark's own warm-up before JMH's first iteration; null if it has none. */
  protected CellReport.@Nullable WarmUp warmUp(int threads) throws InterruptedException {
    return null;
  }

  /** The arrival rate of operations, in the form of {@link Rate#parse}. */
  protected String rate() {
    return Rate.NONE;
  }

  /**
   * The arrivals of a thread in an open loop; null in a closed loop.
   *
   * @param recordedNanos when the next operation is due, where times are recorded
   */
  final @Nullable Pacer pacer(int thread, LongSupplier recordedNanos) {
    return openLoop == null ? null : openLoop.pacer(thread, recordedNanos);
  }

  /**
   * The seconds from the start of the first operation to the end of the last one, if the benchmark
   * ends when its work is done; 0 if it runs for a fixed time.
   */
  protected double wallSeconds() {
    return 0;
  }

  /** The benchmark's own figures; called once, after all sessions are closed. */
  protected List<CellReport.Figure> figures() {
    return List.of();
  }

  /**
   * The service times of the measured operations of all threads in nanoseconds, if the benchmark
   * records them itself; called once, after all sessions are closed.
   */
  protected @Nullable Histogram serviceTimes() {
    return null;
  }

  /** A digest of the operations that the threads were given. */
  protected abstract String digest(int threads) throws IOException;

  private Resources resources() {
    if (open == null) {
      throw new IllegalStateException("the store is not open");
    }
    return open;
  }

  /** The open store. */
  public final Store store() {
    return resources().store;
  }

  /** The records. */
  public final PackedFile data() {
    return resources().cell.data();
  }

  /** The keys and payloads of operations. */
  public final WorkingSet workingSet() {
    return resources().workingSet;
  }

  /** The longest value that is stored, checksum included. */
  public final int maxValueBytes() {
    return resources().cell.settings().expected().maxValueBytes();
  }

  /** Whether the engine returns what was written. */
  final boolean storesValues() {
    return resources().cell.engine().capabilities().storesValues();
  }

  /** Opens a session of a key-value store; the store stays open until {@link #sessionClosed}. */
  final Session session() {
    if (!(store() instanceof KeyValueStore keyValues)) {
      throw new IllegalStateException("SQL tables have no key-value sessions");
    }
    sessionOpened();
    return keyValues.session();
  }

  /** Keeps the store open until {@link #sessionClosed}. */
  public final void sessionOpened() {
    sessions.register();
  }

  /** A session was closed. */
  public final void sessionClosed() {
    sessions.arriveAndDeregister();
  }

  /** The seeds of this fork. */
  protected final Seeds seeds() {
    return new Seeds(Long.parseLong(seed), Integer.getInteger(CellReport.ROUND_PROPERTY, 0));
  }

  /** The open store, with all that belongs to it. */
  private static final class Resources {
    final CellStore cell;
    final InitialState initialState;
    final WorkingSet workingSet;
    final @Nullable ForkMemory memory;
    final @Nullable StoreInfo prepared;
    final Store store;
    final Store.Settling before;
    private final StoreCache.@Nullable Lease lease;
    private final @Nullable WorkFolder ownFolder;

    Resources(CellSettings settings, Seeds seeds, InitialState initialState) throws IOException {
      this.initialState = initialState;
      this.cell =
          CellStore.of(
              settings,
              initialState != InitialState.PREPARED,
              Integer.getInteger(CellReport.STORE_PROPERTY, 0));
      this.workingSet = WorkingSet.of(cell.data(), seeds.master());
      StoreCache.Lease source =
          initialState == InitialState.EMPTY ? null : cell.lease(records -> {});
      this.prepared = source == null ? null : source.info();
      this.memory = ForkMemory.current();
      if (memory == null && cell.settings().memoryBytes() != EngineSettings.UNLIMITED) {
        throw new UnsupportedSettingException(
            "memory=%s needs a forked JVM (-f 1 or more): a running JVM cannot be limited"
                .formatted(settings.given().get(Parameter.MEMORY)));
      }
      if (source != null && initialState == InitialState.PREPARED) {
        this.lease = source;
        this.ownFolder = null;
        this.store = open(source.openInPlace());
      } else {
        this.lease = null;
        this.ownFolder = cell.workFolder();
        if (source != null) {
          try (source) {
            cell.engine().copy(source.files(), ownFolder.path());
            if (memory != null) {
              // Copying has read the original into the page cache, where nobody needs it.
              memory.drop(source.files());
            }
          }
        }
        this.store = open(ownFolder.path());
      }
      store.processes().values().stream()
          .findFirst()
          .ifPresent(pid -> System.setProperty(ForkMemory.SERVER_PID_PROPERTY, "" + pid));
      // Opening may have started work: the replay of a log, a pending compaction.
      this.before = store.settle(MAX_SETTLE);
    }

    /**
     * Opens the store. Without a memory limit its files are in the page cache; with one they are
     * only on disk, unless they are so small that reading them once warms the cache for good.
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
      return cell.open(files);
    }

    /** The engine's settings, and those of the JVM that it shares with the harness. */
    List<AppliedSetting> settings() {
      List<AppliedSetting> all = new ArrayList<>(cell.report(store));
      String flags =
          ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
              .filter(flag -> flag.matches("-Xm[sx].*|-XX:[+]Use\\w+GC"))
              .collect(Collectors.joining(" "));
      all.add(
          new AppliedSetting(
              "jvm",
              flags,
              AppliedSetting.Role.OWN,
              "fixed heap: 28 MiB and four maximum values per thread; plus the cache if the engine keeps it on the heap"));
      return all;
    }

    void close() throws IOException {
      store.close();
      if (lease != null) {
        lease.close();
      }
      if (ownFolder != null) {
        ownFolder.close();
      }
      cell.close();
    }
  }
}
