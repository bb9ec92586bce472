package dev.storagebench.core.benchmark;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.clients.ClientLink;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.OpenLoop;
import dev.storagebench.core.openloop.Pacer;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.recorder.OperationClock;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.recorder.SeriesRecorder;
import dev.storagebench.core.recorder.SeriesRecorder.Phase;
import dev.storagebench.core.recorder.SingleShot;
import dev.storagebench.core.store.OpenCell;
import dev.storagebench.core.turns.HostTurns;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The store of one cell. JMH opens it in the fork before the threads are set up, and closes it
 * after the last iteration, when it leaves the {@link CellReport} for the host.
 *
 * <p>What the cell asks for is in the plan of this JVM, and nowhere else: JMH knows no parameters.
 */
@State(Scope.Benchmark)
public abstract class CellState {
  private static final long MAX_CLOSE_SECONDS = 60;
  // The threads end an iteration together.
  private static final long MAX_END_SECONDS = 2;
  // Writes are sustained once so many write buffers have been filled: RocksDB's own, if none is
  // set.
  private static final long BUFFERS = 3;
  private static final long WRITE_BUFFER_BYTES = 64L << 20;
  // What is measured for longer leaves a line a second.
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final @Nullable ClientLink client = ClientLink.current();
  private @Nullable OpenCell open;
  private CellReport.@Nullable WarmUp warmUp;
  private @Nullable SeriesRecorder series;
  private final SingleShot shot = new SingleShot();
  private @Nullable OpenLoop openLoop;
  private @Nullable Conductor conductor;
  private boolean singleShot;
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
      Cell planned = planned();
      WorkloadType type = Workloads.named(planned.benchmark());
      threads = params.getThreads() * (client == null ? 1 : planned.clients());
      working = new CountDownLatch(params.getThreads());
      openLoop = planned.rate().map(each -> new OpenLoop(each, seeds(), threads)).orElse(null);
      if (openLoop != null && !type.isSingleShot()) {
        Rate.requireThroughput("rate=" + parameters().text(Parameter.RATE), planned.mode());
      }
      singleShot = type.isSingleShot();
      type.validate(parameters());
      type.require(Engines.of(planned.candidate()), parameters());
      Map<String, String> address = client == null ? null : client.task().address();
      if (type.warmsUpInLoop()) {
        conductor = new Conductor(params.getThreads(), timesEach(), turns(planned.timing()));
      }
      open = new OpenCell(plan(), address);
      warmUp = warmUp(params.getThreads());
      // A closed one is opened by the benchmark.
      if (client == null && planned.initialState() != InitialState.CLOSED) {
        open.openAndSettle();
      }
      boolean longer =
          planned.mode() == Mode.Throughput
              && planned.plannedTime().minus(planned.steadyWithin()).compareTo(SHORT) > 0;
      boolean recorded =
          client == null
              && plan().token() != Token.RIVALS
              // What has a limit of time is ended by its recorder.
              && (longer || parameters().has(Parameter.AT_MOST));
      series =
          recorded
              ? new SeriesRecorder(
                  () -> cell().processes(),
                  () -> StoreFolder.allocatedBytes(cell().files()),
                  store()::pendingBytes,
                  this::recorded)
              : null;
      if (conductor != null) {
        if (series != null && !singleShot) {
          conductor.loops().forEach(each -> series.add(each.clock()));
        }
        conductor.start(this::warmUp, singleShot, this::begin);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      report(CellReport.of(Problem.of(e)));
      throw e;
    }
  }

  private Turns turns(Cell.Timing timing) {
    if (client != null) {
      return client;
    }
    if (plan().token() == Token.NONE) {
      return Turns.alone(timing.iterations(), timing.iterationMillis() * 1_000_000);
    }
    return new HostTurns(System.in, new FileOutputStream(FileDescriptor.out));
  }

  /**
   * The plan of this JVM.
   *
   * @throws IllegalStateException if JMH was started without this program's own command line
   */
  private static ForkPlan plan() {
    return ForkPlan.current()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "benchmarks run by java -jar benchmarks.jar, or its main class, which takes JMH's arguments; JMH's own main class cannot prepare stores and take turns"));
  }

  /** The cell that this JVM measures. */
  protected final Cell planned() {
    return plan().cell();
  }

  /** The parameters of the cell. */
  protected final Parameters parameters() {
    return planned().parameters();
  }

  /** The value of a parameter of the cell. */
  protected final <T> T get(Parameter<T> parameter) {
    return planned().get(parameter);
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
    OpenCell cell = cell();
    CellReport.Work work =
        new CellReport.Work(
            seeds().master(), seeds().round(), threads, digest(threads), shot.wallSeconds());
    List<SeriesPoint> seconds = series == null ? List.of() : series.end();
    // What the benchmark's own figures look at is not measured any more.
    cell.captureMemory();
    try (cell) {
      report(
          cell.report(
              work,
              warmUp,
              with(figures(), figures(seconds)),
              openLoop == null ? null : openLoop.report(),
              openLoop == null ? serviceTimes() : openLoop.responseTimes(),
              seconds,
              measured(),
              null));
      ResourceProfiler.end(1);
      if (!cell.standsStill()) {
        verify();
      }
    } catch (UnsupportedSettingException e) {
      report(CellReport.of(Problem.of(e)));
    }
  }

  private List<Figure> figures(List<SeriesPoint> seconds) {
    PackedSummary records = data().summary();
    EngineSettings settings = cell().cell().settings();
    return SeriesRecorder.figures(
        seconds,
        planned().recordsWritten() * records.rawBytes() / records.records(),
        settings.memoryBytes() == EngineSettings.UNLIMITED
            ? BUFFERS * settings.writeBufferBytes().orElse(WRITE_BUFFER_BYTES)
            : settings.memoryBytes(),
        records.rawBytes());
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

  /** The result of another thread's work, or its exception. */
  static <T> T await(Future<T> worker) throws InterruptedException {
    try {
      return worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static void report(CellReport report) {
    ForkPlan.report().ifPresent(report::write);
  }

  /** Warms up elsewhere, before the store is opened; null if nothing is done. */
  protected CellReport.@Nullable WarmUp warmUp(int threads)
      throws IOException, InterruptedException {
    return null;
  }

  /**
   * Warms up by the threads of JMH, whose sessions are open; on a thread of its own.
   *
   * @param loops whose threads wait at its gate
   */
  void warmUp(Conductor loops) throws IOException, InterruptedException {
    Cell.Timing timing = planned().timing();
    if (timing.warmups() > 0) {
      loops.warmUp(timing.warmups() * timing.iterationMillis() * 1_000_000);
    }
  }

  /**
   * The work of a thread on the open store, with a session of its own.
   *
   * @param thread its number among those of all clients
   */
  protected WorkLoop.Job job(int thread) {
    throw new IllegalStateException("a benchmark without a loop");
  }

  /** Notes how it has warmed up. */
  final void warmedUp(CellReport.WarmUp how) {
    warmUp = how;
  }

  /** Whether each operation is timed, in all modes. */
  protected boolean timesAll() {
    return false;
  }

  private boolean timesEach() {
    return timesAll() || planned().mode() == Mode.SampleTime;
  }

  /** The loops of a benchmark that repeats its operations. */
  final Conductor conductor() {
    return Objects.requireNonNull(conductor, "a benchmark without a loop");
  }

  /** The turns; none of a benchmark without a loop. */
  protected final List<MeasuredTurn> measured() {
    return conductor == null ? List.of() : conductor.measured();
  }

  /** How many operations of each thread of this process counted, if all were timed. */
  protected final double[] operationsOfThreads() {
    return conductor().loops().stream()
        .mapToDouble(each -> each.clock().measured().getTotalCount())
        .toArray();
  }

  /** Whether the work can be done only once. */
  final boolean isSingleShot() {
    return singleShot;
  }

  /** Looks at all seconds so far, after each one that was recorded; on a thread of its own. */
  void recorded(List<SeriesPoint> seconds) {}

  /**
   * The arrivals of a thread in an open loop; null in a closed loop.
   *
   * @param recordedNanos when the next operation is due, where times are recorded
   */
  final @Nullable Pacer pacer(int thread, LongSupplier recordedNanos) {
    return openLoop == null ? null : openLoop.pacer(thread, recordedNanos);
  }

  /**
   * The benchmark's own figures; called once, after all sessions are closed.
   *
   * @throws UnsupportedSettingException if the engine did not do what the cell is about
   */
  protected List<Figure> figures() {
    return shot.cores();
  }

  /** Some figures, and more behind them. */
  static List<Figure> with(List<Figure> some, List<Figure> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /**
   * Looks at what the benchmark has left in the store; called once, when nothing is measured any
   * more.
   *
   * @throws dev.storagebench.core.workload.WrongAnswerException if something is missing or wrong
   */
  protected void verify() {}

  /**
   * The service times of measured operations of all threads in nanoseconds, if all were timed or
   * the plan compares those that were; called once, after all sessions are closed.
   */
  protected @Nullable Histogram serviceTimes() {
    if (conductor == null || singleShot || (!timesEach() && !planned().timing().p99())) {
      return null;
    }
    Histogram all = new Histogram(OperationClock.DIGITS);
    conductor.loops().forEach(each -> all.add(each.clock().measured()));
    return all;
  }

  /** A digest of the operations that the threads were given; by default each record is one. */
  protected String digest(int threads) throws IOException {
    return data().summary().digest();
  }

  final OpenCell cell() {
    return Objects.requireNonNull(open, "the store is not open");
  }

  /** The number of a thread among those of all clients, from 0. */
  public final int thread(ThreadParams thread) {
    return thread(thread.getThreadIndex(), thread.getThreadCount());
  }

  final int thread(int own, int threadsOfClient) {
    return client == null ? own : client.task().index() * threadsOfClient + own;
  }

  /** How many threads all clients have together. */
  public final int threads() {
    return threads;
  }

  /** Whether this process is one of several clients of a store that another one has opened. */
  public final boolean attached() {
    return client != null;
  }

  /** Begins a thread's part of work that can be done only once. */
  protected final void beginShot() {
    begin(Phase.MEASURED);
    shot.begin(cell().processes());
  }

  /** Ends a thread's part of work that can be done only once. */
  protected final void endShot(int threadsOfShot) {
    if (shot.end(threadsOfShot)) {
      begin(Phase.BETWEEN);
    }
  }

  /** Begins a phase of the series, if one is recorded. */
  final void begin(Phase phase) {
    if (series != null) {
      series.begin(phase);
    }
  }

  /** The time of such work; none otherwise. */
  protected final SingleShot shot() {
    return shot;
  }

  /** The clock of a thread; null if no series is recorded. */
  final @Nullable OperationClock clock() {
    return series == null ? null : series.clock();
  }

  /** A thread could not open its session: the others need not wait for it. */
  final void abort(Throwable e) {
    if (conductor != null) {
      conductor.gate().fail(e);
    }
  }

  /** The open store. */
  public final Store store() {
    return cell().store();
  }

  /** The records. */
  public final PackedFile data() {
    return cell().cell().data();
  }

  /** The keys and payloads of operations. */
  public final WorkingSet workingSet() {
    return cell().workingSet();
  }

  /** The longest value that is stored, checksum included. */
  public final int maxValueBytes() {
    return cell().cell().settings().expected().maxValueBytes();
  }

  /** Whether the engine returns what was written. */
  final boolean storesValues() {
    return cell().cell().engine().capabilities().storesValues();
  }

  /** Opens a session of a key-value store; the store stays open until {@link #sessionClosed}. */
  final Session session() {
    if (!(store() instanceof KeyValueStore keyValues)) {
      throw new IllegalStateException("SQL tables have no key-value sessions");
    }
    sessionOpened();
    return keyValues.session();
  }

  /** Session with what its client needs to know of the store. */
  final StoreAccess access(Session session) {
    return new StoreAccess(session, workingSet(), seeds(), maxValueBytes(), storesValues());
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
    return planned().seeds(plan().round());
  }
}
