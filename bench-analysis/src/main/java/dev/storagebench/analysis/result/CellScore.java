package dev.storagebench.analysis.result;

import static java.util.stream.Collectors.summarizingDouble;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.text.Figures;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * A figure of a cell over all its rounds: the number that terminal, CSV, Markdown, page and
 * comparisons show. It is the geometric mean of the rounds, each the mean of its fork; a percentile
 * or mean of times is that of the merged histogram of all rounds. The interval is Student's t on
 * the logarithms of the rounds. A figure that may be 0, such as a count of deadlocks, is the
 * arithmetic mean and has no interval; the longest stall is the longest of all rounds.
 *
 * @param figure its name
 * @param unit of the value: {@code op/s}, {@code us}, {@code B}, {@code x}, …
 * @param value over all rounds
 * @param low the lower end of the 95 % interval; NaN if there are fewer than two rounds
 * @param rounds each round's own figure
 * @param weakened whether any round was measured with weaker settings than requested
 * @param byTurns whether any round was measured by turns with rivals
 */
public record CellScore(
    String figure,
    String unit,
    double value,
    double low,
    double high,
    SortedMap<Integer, Double> rounds,
    boolean weakened,
    boolean byTurns) {
  /** Operations, transactions or records a second. */
  public static final String SPEED = "speed";

  /** Operations a second that came through at a rate. */
  public static final String ACHIEVED = "achieved";

  /** Begins the names of what engines count themselves. */
  static final String COUNTED = "store.";

  /** The size of the loaded store. */
  public static final String LOADED_BYTES = "loadedBytes";

  /** The size of the store after the cell. */
  public static final String BYTES_AFTER = "bytesAfter";

  /** Size after overwriting and deleting, as a multiple of the loaded store's. */
  public static final String GROWTH = "growth";

  /** Raw bytes by bytes on disk. */
  public static final String SPACE_SAVED = "spaceSaved";

  private static final SortedMap<Integer, Double> NO_ROUNDS = Collections.emptySortedMap();
  private static final String MAX = "max";
  private static final String MEAN = "mean";
  private static final String TRIMMED = "tm";
  private static final String LOAD_SECONDS = "loadSeconds";

  /**
   * The figure over the rounds of a cell that were measured; empty if none has it.
   *
   * @param figure as {@link dev.storagebench.analysis.suite.View#figures} names it
   */
  public static Optional<CellScore> of(String figure, List<CellResult> rounds) {
    List<CellResult> measured = Status.MEASURED.of(rounds);
    SortedMap<Integer, Double> values = new TreeMap<>();
    measured.forEach(
        each -> ofRound(figure, each).ifPresent(value -> values.put(each.round(), value)));
    if (values.isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics all = values.values().stream().collect(summarizingDouble(v -> v));
    Optional<Histogram> times = isTime(figure) ? TimeHistograms.merged(measured) : Optional.empty();
    Series series = new Series(figure, all.getMin() > 0 && !isMaximum(figure) ? values : NO_ROUNDS);
    double value =
        isMaximum(figure)
            ? all.getMax()
            : times.isPresent()
                ? time(figure, times.get())
                : all.getMin() > 0 ? series.geometricMean() : all.getAverage();
    double factor = Math.exp(series.halfWidth());
    return Optional.of(
        new CellScore(
            figure,
            isTime(figure) ? "us" : amount(figure, measured.get(0)).unit(),
            value,
            value / factor,
            value * factor,
            values,
            measured.stream().anyMatch(CellScore::isWeakened),
            measured.stream().anyMatch(CellResult::tookTurns)));
  }

  /** The figure of one round; empty if it was not measured. */
  public static OptionalDouble ofRound(String figure, CellResult result) {
    double value =
        isTime(figure)
            ? TimeHistograms.merged(List.of(result))
                .map(histogram -> time(figure, histogram))
                .orElse(Double.NaN)
            : amount(figure, result).value();
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** The figures by which a cell is compared. */
  public static List<String> figures(Cell cell) {
    return isTimed(cell)
        ? List.of("p50", "p99")
        : cell.timing().p99() ? List.of(SPEED, "p99") : List.of(SPEED);
  }

  /** Whether a cell of this kind has the figure by itself, measured or not. */
  public static boolean isOwn(String figure, Cell cell) {
    return figure.equals(ACHIEVED)
        ? cell.rate().isPresent()
        : figure.equals(SPEED)
            ? !isTimed(cell)
            : isOfStore(figure) || (isTime(figure) && (isTimed(cell) || cell.timing().p99()));
  }

  /** Whether the figure of all rounds is the largest of theirs. */
  private static boolean isMaximum(String figure) {
    return figure.equals("longestStall");
  }

  private static boolean isTimed(Cell cell) {
    return cell.mode() == Mode.SampleTime || cell.rate().isPresent();
  }

  /**
   * Whether it is a time of single operations, of which less is better: {@code mean}, {@code max},
   * a percentile ({@code p99.9}) or the mean of the fastest percent ({@code tm95}).
   */
  public static boolean isTime(String figure) {
    return figure.equals(MEAN) || figure.equals(MAX) || figure.matches("(p|tm)[0-9.]+");
  }

  /** The direction in which a figure is better. */
  public enum Better {
    /** Rates, and ratios such as the space that is saved. */
    MORE,
    /** Times, sizes and growth. */
    LESS,
    /** Counts, which have none. */
    NEITHER;

    /** The direction of a figure in a unit. */
    public static Better of(String figure, String unit) {
      return figure.equals(GROWTH) || unit.matches("(us|ms|s|B)(/.+)?")
          ? LESS
          : unit.matches("x|.+/s") ? MORE : NEITHER;
    }
  }

  /** The direction in which it is better. */
  public Better better() {
    return Better.of(figure, unit);
  }

  /** The value with its unit. */
  public String shown() {
    return Figures.show(unit, value);
  }

  /** Whether it is a figure of the loaded store, the same for all that is done with it. */
  public static boolean isOfStore(String figure) {
    return Set.of(LOADED_BYTES, SPACE_SAVED, LOAD_SECONDS).contains(figure);
  }

  /** Whether the engine weakened a setting that matters to this cell, or did not keep its rate. */
  public static boolean isWeakened(CellResult result) {
    return writeRateShortfall(List.of(result)).isPresent()
        || departures(result).stream().anyMatch(each -> each.role() == Role.WEAKENED);
  }

  /** The settings that make a cell do more, or less, than was asked of it. */
  public static List<AppliedSetting> departures(CellResult result) {
    return result.reported().settings().stream()
        .filter(
            each ->
                each.name().equals(Parameter.DURABILITY.key())
                    ? result.cell().writes()
                        && (each.role() == Role.REPLACED || each.role() == Role.WEAKENED)
                    : each.role() == Role.WEAKENED)
        .toList();
  }

  /** Whether it has written, and has been recorded, too little to call its rate sustained. */
  public static boolean isBurst(CellResult round) {
    return round.amount("slowestSecond") >= 0
        && round.cell().recordsWritten() > 0
        && Double.isNaN(round.amount("sustained"));
  }

  /** Whether it did not keep up with its rate. */
  public static boolean isLate(CellResult result) {
    OpenLoopReport loop = result.reported().openLoop();
    return loop != null && !loop.keptUp();
  }

  /** The fewest writes a second beside a cell's readers, if they are fewer than asked for. */
  public static OptionalDouble writeRateShortfall(List<CellResult> rounds) {
    return rounds.stream()
        .flatMapToDouble(
            each ->
                ofRound(WorkloadType.WRITES_ACHIEVED, each).stream()
                    .filter(writes -> writes < each.cell().minWriteRate()))
        .min();
  }

  /**
   * Whether it still became faster while it was measured: most rounds were not steady at the end of
   * their warm-up, or the last iterations were faster than the first ones.
   */
  public static boolean stillWarmingUp(List<CellResult> rounds) {
    SortedMap<Integer, Double> rises = new TreeMap<>();
    int steady = 0;
    for (CellResult each : rounds) {
      CellReport.WarmUp warmUp = each.reported().warmUp();
      steady += warmUp == null ? 0 : warmUp.steady() ? 1 : -1;
      Score score = each.score();
      if (score != null && score.iterations().size() > 1 && each.cell().rate().isEmpty()) {
        double rise =
            score.iterations().get(score.iterations().size() - 1) / score.iterations().get(0);
        if (rise > 0 && Double.isFinite(rise)) {
          rises.put(each.round(), each.cell().measuresThroughput() ? rise : 1 / rise);
        }
      }
    }
    return steady < 0 || (!rises.isEmpty() && new Series(SPEED, rises).showsRise());
  }

  /** The distribution of the times of single operations in microseconds; empty if none was kept. */
  public static List<Percentile> distribution(List<CellResult> rounds) {
    return TimeHistograms.merged(Status.MEASURED.of(rounds))
        .map(TimeHistograms::percentiles)
        .orElse(List.of());
  }

  private static double time(String figure, Histogram histogram) {
    return figure.equals(MEAN)
        ? histogram.getMean() / 1e3
        : figure.startsWith(TRIMMED)
            ? TimeHistograms.trimmedMean(
                histogram, Double.parseDouble(figure.substring(TRIMMED.length())))
            : TimeHistograms.micros(histogram, percent(figure));
  }

  private static double percent(String figure) {
    return figure.equals(MAX) ? 100 : Double.parseDouble(figure.substring(1));
  }

  private record Amount(double value, String unit) {}

  /** A figure that is no time of single operations; NaN if it was not measured. */
  private static Amount amount(String figure, CellResult result) {
    CellReport report = result.reported();
    StoreInfo store = report.prepared();
    MemoryReport memory = report.memory();
    OpenLoopReport loop = report.openLoop();
    long loaded = store == null ? 0 : store.bytesOnDisk();
    long after = report.after() == null ? 0 : report.after().bytesOnDisk();
    Amount none = new Amount(Double.NaN, "");
    return switch (figure) {
      case SPEED -> new Amount(speed(result), result.cell().unit());
      case ACHIEVED -> loop == null ? none : new Amount(loop.achieved(), "op/s");
      case LOADED_BYTES -> loaded == 0 ? none : new Amount(loaded, "B");
      case BYTES_AFTER -> after == 0 ? none : new Amount(after, "B");
      case GROWTH ->
          after == 0 || loaded == 0 || !result.cell().writes()
              ? none
              : new Amount(after / (double) loaded, "x");
      case SPACE_SAVED ->
          store == null ? none : new Amount(store.rawBytes() / (double) loaded, "x");
      case LOAD_SECONDS -> store == null ? none : new Amount(store.loadSeconds(), "s");
      // The proof of a limit: the candidate's memory, the harness's, how often the limit of both
      // was reached, and the peak where the kernel counts it.
      case "memory.limit" -> memory == null ? none : new Amount(memory.engineBytes(), "B");
      case "memory.harness" -> memory == null ? none : new Amount(memory.harnessBytes(), "B");
      case "memory.limitHits" ->
          memory == null || memory.atEnd().limitHits() == null
              ? none
              : new Amount(memory.atEnd().limitHits(), "#");
      case "memory.peakShare" ->
          memory == null || memory.peakSampled()
              ? none
              : new Amount(memory.peakBytes() / (double) memory.limitBytes(), "x");
      default ->
          result
              .figure(figure)
              .map(each -> new Amount(each.value(), each.unit()))
              .orElseGet(() -> counted(figure, report.after()));
    };
  }

  /** Figures that the engine itself counts: {@code store.size_in_use}. */
  private static Amount counted(String figure, CellReport.@Nullable After after) {
    Long count =
        after == null || !figure.startsWith(COUNTED)
            ? null
            : after.stats().get(figure.substring(COUNTED.length()));
    return count == null
        ? new Amount(Double.NaN, "")
        : new Amount(count, figure.matches("(?i).*(size|bytes|length).*") ? "B" : "#");
  }

  private static double speed(CellResult result) {
    Score score = result.score();
    if (score == null || !isOwn(SPEED, result.cell())) {
      return Double.NaN;
    }
    List<MeasuredTurn> turns = result.reported().turns();
    if (!turns.isEmpty()) {
      double reference = result.amount(CellResult.REFERENCE);
      double rate = MeasuredTurn.rate(turns) / (reference > 0 ? reference : 1);
      // A fork without operations has no speed.
      return rate > 0 ? rate : Double.NaN;
    }
    if (result.reported().clients() != null) {
      return score.value() > 0 ? score.value() : Double.NaN;
    }
    if (!result.cell().isSingleShot()) {
      // Of runs of earlier versions.
      double mean =
          score.iterations().stream().mapToDouble(each -> each).average().orElse(score.value());
      return mean > 0 ? mean : Double.NaN;
    }
    CellReport report = result.reported();
    if (report.data() == null || report.work() == null) {
      return Double.NaN;
    }
    double operations = result.amount("operations");
    double deletes = result.amount("deletes");
    return (operations > 0 ? operations : deletes > 0 ? deletes : report.data().summary().records())
        / report.work().wallSeconds();
  }
}
