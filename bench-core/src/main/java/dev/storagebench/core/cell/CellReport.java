package dev.storagebench.core.cell;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a fork leaves for the host beside JMH's figures. A part is null where the fork did not get
 * so far.
 *
 * @param problem why the fork gave up; null if it did not
 * @param engine who was measured
 * @param data what was stored
 * @param work what was done
 * @param prepared how the store came to be; null for a benchmark that begins with an empty one
 * @param settings what the engine made of the settings
 * @param before how the store came to rest once it was open, before the first operation
 * @param warmUp how the cell warmed up by rule; null if it did not
 * @param memory the proof of the limit; null if there was none
 * @param after the store after the last operation
 */
public record CellReport(
    @Nullable Problem problem,
    @Nullable Engine engine,
    @Nullable Data data,
    @Nullable Work work,
    @Nullable StoreInfo prepared,
    List<AppliedSetting> settings,
    Store.@Nullable Settling before,
    @Nullable WarmUp warmUp,
    @Nullable MemoryReport memory,
    @Nullable After after) {

  /** The system property that names the report's file to the fork. */
  public static final String FILE_PROPERTY = "storagebench.report";

  /** The system property that tells the fork its round, from 0. */
  public static final String ROUND_PROPERTY = "storagebench.round";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Why a cell has no result. This is the one form of it between engine, fork and host; an engine
   * that does not support something throws {@link UnsupportedSettingException}.
   *
   * @param unsupported whether the cell asks for something that the engine or the machine does not
   *     have, which is not a failure
   * @param message for people
   */
  public record Problem(boolean unsupported, String message) {
    private static final String PROPERTY = "storagebench.problem";
    private static final String UNSUPPORTED = "unsupported: ";

    /** The cell failed. */
    public static Problem failed(String message) {
      return new Problem(false, message);
    }

    /** The cell is unsupported. */
    public static Problem unsupported(String message) {
      return new Problem(true, message);
    }

    /** The problem that an exception reports. */
    public static Problem of(Throwable e) {
      return new Problem(e instanceof UnsupportedSettingException, String.valueOf(e.getMessage()));
    }

    /** The exception that reports this problem. */
    public EngineException exception() {
      return unsupported ? new UnsupportedSettingException(message) : new EngineException(message);
    }

    /** The JVM flag that makes a fork fail with this problem: only a fork can fail in JMH. */
    public String flag() {
      return "-D" + PROPERTY + "=" + (unsupported ? UNSUPPORTED : "") + message;
    }

    /** The problem of this fork, as the host set it by {@link #flag}; null if it set none. */
    public static @Nullable Problem ofHost() {
      String text = System.getProperty(PROPERTY);
      if (text == null) {
        return null;
      }
      return text.startsWith(UNSUPPORTED)
          ? unsupported(text.substring(UNSUPPORTED.length()))
          : failed(text);
    }
  }

  /** Who was measured; see {@link dev.storagebench.core.engine.Availability.Available}. */
  public record Engine(String name, String version, String library) {}

  /**
   * What was stored.
   *
   * @param keysInTable how many keys operations are drawn from: all of them, or a uniform sample
   */
  public record Data(String dataset, PackedSummary summary, long keysInTable) {}

  /**
   * What was done.
   *
   * @param operationDigest equal for two cells if they were given the same first operations
   * @param wallSeconds from the start of the first operation to the end of the last one, where a
   *     cell ends when its work is done; else 0
   */
  public record Work(
      long seed, int round, int threads, String operationDigest, double wallSeconds) {}

  /**
   * How a cell warmed up until its throughput showed no trend.
   *
   * @param steady false if it still had a trend when the time was over
   * @param operations how many were carried out
   * @param windows operations a second in each window, in their order
   * @param rule what ended it
   */
  public record WarmUp(boolean steady, long operations, List<Double> windows, String rule) {
    public WarmUp {
      windows = List.copyOf(windows);
    }
  }

  /**
   * The store after the last operation: how it came to rest, its size, the engine's counters.
   *
   * @param figures what the benchmark has measured itself, beside what JMH measures
   * @param openLoop how it met its rate; null if operations came as soon as those before were done
   * @param times of operations in nanoseconds, as {@link
   *     dev.storagebench.core.openloop.EncodedHistogram} writes them: response times if there was a
   *     rate, else service times that the benchmark took itself; null for neither
   */
  public record After(
      Store.Settling settling,
      long bytesOnDisk,
      Map<String, Long> stats,
      List<Figure> figures,
      @Nullable OpenLoopReport openLoop,
      @Nullable String times) {}

  /** A figure of the whole fork, over its measured iterations. */
  public record Figure(String name, double value, String unit) {}

  /** How the cell met its rate; null if it had none. */
  public @Nullable OpenLoopReport openLoop() {
    return after == null ? null : after.openLoop();
  }

  /** The same without the histogram of times, which is long. */
  public CellReport withoutTimes() {
    return after == null
        ? this
        : new CellReport(
            problem,
            engine,
            data,
            work,
            prepared,
            settings,
            before,
            warmUp,
            memory,
            new After(
                after.settling(),
                after.bytesOnDisk(),
                after.stats(),
                after.figures(),
                after.openLoop(),
                null));
  }

  /**
   * A report of a store that was opened and closed without a measurement.
   *
   * @param prepared how it was loaded; null if it was not
   */
  public static CellReport of(
      Engine engine, @Nullable StoreInfo prepared, List<AppliedSetting> settings) {
    return new CellReport(null, engine, null, null, prepared, settings, null, null, null, null);
  }

  /** A report of nothing but a problem. */
  public static CellReport of(Problem problem) {
    return new CellReport(problem, null, null, null, null, List.of(), null, null, null, null);
  }

  /** Writes the report, whole or not at all. */
  public void write(Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      JSON.writeValue(part.toFile(), this);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the cell's report " + file, e);
    }
  }

  /** Reads a report; null if the fork left none. One that cannot be read is a problem. */
  public static @Nullable CellReport read(Path file) {
    try {
      return Files.exists(file) && Files.size(file) > 0
          ? JSON.readValue(file.toFile(), CellReport.class)
          : null;
    } catch (IOException | JacksonException e) {
      return of(Problem.failed("cannot read the cell's report " + file + ": " + e));
    }
  }
}
