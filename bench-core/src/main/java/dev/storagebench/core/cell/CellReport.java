package dev.storagebench.core.cell;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.text.ErrorText;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The data that a fork reports in addition to JMH's results. A part is null if the fork did not get
 * that far.
 *
 * @param problem why there is no result; null if there is one
 * @param data the stored records
 * @param prepared how the store was loaded; null for a benchmark that starts with an empty one
 * @param settings how the engine applied the settings
 * @param before how the store settled after it was opened, before the first operation
 * @param warmUp the warm-up until a steady state; null if there was none
 * @param memory the evidence of the memory limit; null if there was none
 * @param after the store after the last operation
 * @param clients how several client processes worked together; null for one
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
    @Nullable After after,
    @Nullable ClientsReport clients) {

  /** Report of a fork that has left none. */
  public static final CellReport NONE = of(null, null, List.of());

  /**
   * Why a cell has no result. This is the one form of it between engine, fork and host; an engine
   * that does not support something throws {@link UnsupportedSettingException}.
   *
   * @param unsupported whether the cell asks for something that the engine or the machine does not
   *     have, which is not a failure
   */
  public record Problem(boolean unsupported, String message) {
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
      return new Problem(e instanceof UnsupportedSettingException, ErrorText.of(e));
    }
  }

  /** The engine; see {@link dev.storagebench.core.engine.Availability.Available}. */
  public record Engine(String name, String version, String library) {}

  /**
   * The stored records.
   *
   * @param keysInTable the number of keys that operations choose from: all, or a uniform sample
   */
  public record Data(String dataset, PackedSummary summary, long keysInTable) {}

  /**
   * The operations.
   *
   * @param operationDigest equal for two cells that were given the same first operations
   * @param wallSeconds from the start of the first operation to the end of the last one, if the
   *     benchmark ends when its work is done; else 0
   */
  public record Work(
      long seed, int round, int threads, String operationDigest, double wallSeconds) {}

  /**
   * A warm-up until the throughput no longer rose.
   *
   * @param steady false if it still rose at the time limit
   * @param seconds how long it took
   * @param windows operations per second in each window, in order
   * @param rule the rule that ended it
   */
  public record WarmUp(
      boolean steady, long operations, double seconds, List<Double> windows, String rule) {
    public WarmUp {
      windows = List.copyOf(windows);
    }
  }

  /**
   * The store after the last operation: how it settled, its size, the engine's counters.
   *
   * @param figures the benchmark's own figures, in addition to JMH's
   * @param openLoop how it kept up with the arrival rate; null in a closed loop
   * @param times of operations in nanoseconds, as {@link
   *     dev.storagebench.core.openloop.OperationTimes} writes them: response times in an open loop,
   *     else service times that the benchmark recorded itself; null for neither
   * @param series second by second; empty for a short measurement
   * @param turns one by one; empty for work that can be done only once, and in results of earlier
   *     versions
   */
  public record After(
      Store.Settling settling,
      long bytesOnDisk,
      Map<String, Long> stats,
      List<Figure> figures,
      @Nullable OpenLoopReport openLoop,
      @Nullable String times,
      List<SeriesPoint> series,
      List<MeasuredTurn> turns) {
    public After {
      // Results of earlier versions have none.
      series = Objects.requireNonNullElse(series, List.of());
      turns = Objects.requireNonNullElse(turns, List.of());
    }
  }

  /** A figure of the whole fork, over all measured iterations. */
  public record Figure(String name, double value, String unit) {}

  /** Second by second; empty for a short measurement. */
  public List<SeriesPoint> series() {
    return after == null ? List.of() : after.series();
  }

  /** Turn by turn; empty for work that can be done only once. */
  public List<MeasuredTurn> turns() {
    return after == null ? List.of() : after.turns();
  }

  /** How the cell kept up with the arrival rate; null in a closed loop. */
  public @Nullable OpenLoopReport openLoop() {
    return after == null ? null : after.openLoop();
  }

  /** Copy without the (long) histogram of times. */
  public CellReport withoutTimes() {
    JsonNode all = JsonMapper.shared().valueToTree(this);
    if (all.path("after") instanceof ObjectNode measured) {
      measured.remove("times");
    }
    return JsonMapper.shared().treeToValue(all, CellReport.class);
  }

  /**
   * A report of a store that was opened and closed without a measurement.
   *
   * @param prepared how it was loaded; null if it was not
   */
  public static CellReport of(
      @Nullable Engine engine, @Nullable StoreInfo prepared, List<AppliedSetting> settings) {
    return new CellReport(
        null, engine, null, null, prepared, settings, null, null, null, null, null);
  }

  /** A report of nothing but a problem. */
  public static CellReport of(Problem problem) {
    return of(problem, null);
  }

  /** A report of a problem of several clients, and what they had done. */
  public static CellReport of(Problem problem, @Nullable ClientsReport clients) {
    return new CellReport(
        problem, null, null, null, null, List.of(), null, null, null, null, clients);
  }

  /** Writes the report, whole or not at all. */
  public void write(Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.write(part, JsonMapper.shared().writeValueAsBytes(this));
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the cell's report " + file, e);
    }
  }

  /** Reads a report; null if the fork left none. An unreadable one becomes a problem. */
  public static @Nullable CellReport read(Path file) {
    try {
      return Files.exists(file) && Files.size(file) > 0
          ? JsonMapper.shared().readValue(file.toFile(), CellReport.class)
          : null;
    } catch (IOException | JacksonException e) {
      return of(Problem.failed("cannot read the cell's report " + file + ": " + e));
    }
  }
}
