package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.OpenLoop;
import dev.storagebench.core.openloop.Pace;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The store of one cell, opened in the fork before its first iteration and closed after its last.
 * The parameters are those of the command line's {@code -p}; each takes values that are not listed
 * here as well. Engines are a parameter of the subclasses, because SQL benchmarks have others.
 */
@State(Scope.Benchmark)
public abstract class CellState {
  /** The records: {@code format:argument}, see {@link dev.storagebench.datasets.DatasetSpec}. */
  @Param("reviews")
  public String dataset = "";

  /** What an acknowledged write survives: {@code none}, {@code process} or {@code sync}. */
  @Param("process")
  public String durability = "";

  /** The codec: {@code none}, {@code snappy}, {@code lz4} or {@code zstd}. */
  @Param("none")
  public String compression = "";

  /**
   * What engine and page cache get together: {@code none}, {@code fits}, {@code tight}, {@code
   * scarce}, bytes, or a multiple of the raw data; see {@link
   * dev.storagebench.core.cell.MemorySpec}.
   */
  @Param("none")
  public String memory = "";

  /** The engine's own cache: bytes, a multiple of the raw data, or {@code auto}. */
  @Param("auto")
  public String cache = "";

  /** One write buffer: bytes, a multiple of the raw data, or {@code auto}. */
  @Param("auto")
  public String writeBuffer = "";

  /** A data block: bytes. */
  @Param("4k")
  public String block = "";

  /** Bits per key of a Bloom filter; 0 for none. */
  @Param("10")
  public String bloomBits = "";

  /**
   * Whether an engine may do less than is asked: the nearest codec, the strongest promise it has.
   */
  @Param("false")
  public String nearest = "";

  /** Whether records that cannot be parsed are left out; by default they stop the run. */
  @Param("false")
  public String skipBad = "";

  /** The master seed of the operations. */
  @Param("1")
  public String seed = "";

  private @Nullable OpenCell cell;
  private CellReport.@Nullable WarmUp warmUp;
  private @Nullable OpenLoop openLoop;

  /** Prepares the store and opens it; runs in the fork, before the threads are set up. */
  @Setup
  public void open(BenchmarkParams params) throws IOException, InterruptedException {
    try {
      refuseProblem();
      openLoop = openLoop(params);
      CellSettings settings = settings(params);
      WorkloadType type = Workloads.ofJmh(params.getBenchmark());
      Map<String, String> values = values(params);
      type.validate(values);
      type.require(Engines.of(settings.candidate()), values);
      cell = OpenCell.open(settings, seeds(), type.initialState(values));
      warmUp = warmUp(cell, params.getThreads());
    } catch (UnsupportedSettingException e) {
      report(CellReport.of(new Problem(true, String.valueOf(e.getMessage()))));
      throw e;
    } catch (IOException | RuntimeException | LinkageError e) {
      report(CellReport.of(new Problem(false, String.valueOf(e.getMessage()))));
      throw e;
    }
  }

  /** Settles and closes the store, and leaves the report; runs in the fork. */
  @TearDown
  public void close(BenchmarkParams params) throws IOException {
    OpenCell open = cell();
    int threads = params.getThreads();
    report(
        open.close(
            new CellReport.Work(
                seeds().master(), seeds().round(), threads, digest(open, threads), wallSeconds()),
            warmUp,
            this::figures,
            this::serviceTimes,
            openLoop));
  }

  private @Nullable OpenLoop openLoop(BenchmarkParams params) {
    OpenLoop loop = OpenLoop.of(rate(), seeds(), params.getThreads());
    if (loop != null) {
      Rate.requireThroughput("rate=" + rate(), params.getMode());
    }
    return loop;
  }

  /** The host may know that this cell cannot run, but only a fork can fail a benchmark of JMH's. */
  private static void refuseProblem() {
    String problem = System.getProperty(CellReport.PROBLEM_PROPERTY, "");
    if (!problem.isEmpty()) {
      throw new UnsupportedSettingException(problem);
    }
  }

  /** Warms up by a rule of the benchmark's own; null if it has none. */
  protected CellReport.@Nullable WarmUp warmUp(OpenCell open, int threads)
      throws InterruptedException {
    return null;
  }

  /** At which rate operations come, as {@link Rate} reads it, for a benchmark that has one. */
  protected String rate() {
    return Rate.NONE;
  }

  /** The pace of a thread; null if a thread begins an operation as soon as the last one is done. */
  public final @Nullable Pace pace(int thread) {
    return openLoop == null ? null : openLoop.pace(thread);
  }

  /**
   * Seconds from the first operation's start to the last one's end, for a benchmark that ends when
   * its work is done; 0 for one that ends by the clock.
   */
  protected double wallSeconds() {
    return 0;
  }

  /** What the benchmark has measured itself; asked once, when all sessions are closed. */
  protected List<CellReport.Figure> figures() {
    return List.of();
  }

  /**
   * Service times of the measured operations in nanoseconds, all threads together, where the
   * benchmark takes them itself; asked once, when all sessions are closed.
   */
  protected @Nullable Histogram serviceTimes() {
    return null;
  }

  /** The digest of the operations that the threads were given. */
  protected abstract String digest(OpenCell open, int threads) throws IOException;

  /** What is open, from the set-up on. */
  protected final OpenCell cell() {
    if (cell == null) {
      throw new IllegalStateException("the store is not open");
    }
    return cell;
  }

  /** The seeds of this fork. */
  protected final Seeds seeds() {
    return new Seeds(Long.parseLong(seed), Integer.getInteger(CellReport.ROUND_PROPERTY, 0));
  }

  private static Map<String, String> values(BenchmarkParams params) {
    Map<String, String> values = new HashMap<>();
    params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
    return values;
  }

  private static CellSettings settings(BenchmarkParams params) {
    return CellSettings.from(params::getParam);
  }

  private static void report(CellReport report) {
    String file = System.getProperty(CellReport.FILE_PROPERTY);
    if (file != null) {
      report.write(Path.of(file));
    }
  }
}
