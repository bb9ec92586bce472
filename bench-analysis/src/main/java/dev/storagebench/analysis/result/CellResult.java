package dev.storagebench.analysis.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.openloop.OperationTimes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * One round of a cell: a line in the log of a run.
 *
 * @param round from 0
 * @param message why it was not measured; null if it was
 * @param seconds how long the fork took, from start to end
 * @param score the primary figure and its iterations; null if not measured
 * @param secondary the other figures, by name
 * @param histogram in nanoseconds, as {@link dev.storagebench.core.openloop.OperationTimes} writes
 *     it: of service times where they are sampled or the benchmark takes them itself, of response
 *     times where operations came at a rate; null for other figures, and in runs of earlier
 *     versions
 * @param profiles files of profilers, relative to the run's folder
 * @param jmh JMH's own result; not in the log
 */
public record CellResult(
    Cell cell,
    int round,
    Status status,
    @Nullable String message,
    double seconds,
    @Nullable Score score,
    List<Score> secondary,
    @Nullable String histogram,
    @Nullable CellReport report,
    List<String> profiles,
    @JsonIgnore @Nullable RunResult jmh) {

  public CellResult {
    profiles = List.copyOf(profiles);
  }

  /** How a round of a cell ended. */
  public enum Status {
    MEASURED,
    FAILED,
    UNSUPPORTED;

    /** The results that ended so. */
    public List<CellResult> of(Collection<CellResult> results) {
      return results.stream().filter(each -> each.status == this).toList();
    }
  }

  /**
   * A figure.
   *
   * @param value over all iterations
   * @param unit of value and iterations
   * @param iterations one by one; empty for a figure of the whole fork
   * @param percentiles of a distribution, by name; empty for a figure that has none
   */
  public record Score(
      String name,
      double value,
      String unit,
      List<Double> iterations,
      List<Percentile> percentiles) {
    public Score {
      // The name in runs of earlier versions.
      name = name.equals("bytesOnDisk") ? CellScore.BYTES_AFTER : name;
    }
  }

  /** A value and the percentage of a distribution at or below it. */
  public record Percentile(double percent, double value) {}

  /** The figure of a fork that was stopped for a second or more: for how many seconds. */
  public static final String STOPPED = "stopped";

  /** The seconds during which other processes kept all processors busy beside a fork. */
  public static final String STARVED = "starved";

  /** A secondary figure of forks beside which another run measured. */
  public static final String BESIDE_ANOTHER_RUN = "besideAnotherRun";

  /** The percentage of a fork's turns in which other processes used the processors, too. */
  public static final String BESIDE_OTHERS = "turnsBesideOthers";

  /** The figure of a fork whose rivals were not stopped during its turns. */
  public static final String NOT_STOPPED = "rivalsNotStopped";

  /**
   * A secondary figure of rivals for which a set of turns had no room: how fast a cell that was
   * measured with both parts was in theirs, as a multiple of its speed in the first part.
   */
  public static final String REFERENCE = "referenceSpeed";

  /** The unit of a profiler's result that is text. */
  private static final String NO_FIGURE = "---";

  /** The percentiles of every distribution. */
  static final List<Double> PERCENTS =
      List.of(
          0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.9,
          99.99, 100.0);

  /** A measured round. */
  public static CellResult measured(
      Cell cell,
      int round,
      double seconds,
      RunResult run,
      CellReport report,
      List<String> profiles) {
    return new CellResult(
        cell,
        round,
        Status.MEASURED,
        null,
        seconds,
        primary(run),
        secondary(run),
        TimeHistograms.of(run, report),
        report.withoutTimes(),
        profiles,
        run);
  }

  /** A round that failed or is unsupported, with the fork's report if it left one. */
  public static CellResult unmeasured(
      Cell cell, int round, double seconds, Problem problem, @Nullable CellReport report) {
    return new CellResult(
        cell,
        round,
        problem.unsupported() ? Status.UNSUPPORTED : Status.FAILED,
        problem.message(),
        seconds,
        null,
        List.of(),
        null,
        report,
        List.of(),
        null);
  }

  /** Whether a profiler's result is text and not a figure. */
  public static boolean isText(Result<?> result) {
    return Double.isNaN(result.getScore()) && result.getScoreUnit().equals(NO_FIGURE);
  }

  /** Results by cell, in the order in which cells first appear. */
  public static Map<Cell, List<CellResult>> byCell(Collection<CellResult> results) {
    Map<Cell, List<CellResult>> cells = new LinkedHashMap<>();
    results.forEach(
        each ->
            cells.computeIfAbsent(each.cell.withRounds(0), cell -> new ArrayList<>()).add(each));
    return cells;
  }

  /** The secondary figure of this name. */
  public Optional<Score> figure(String name) {
    return secondary.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The value of a secondary figure; NaN if there is none of this name. */
  public double amount(String name) {
    return figure(name).map(Score::value).orElse(Double.NaN);
  }

  /** Whether it was measured by turns with rivals. */
  public boolean tookTurns() {
    return Double.isFinite(amount(BESIDE_OTHERS));
  }

  /** The fork's report; an empty one if it left none. */
  public CellReport reported() {
    return report == null ? CellReport.NONE : report;
  }

  /** The result with the speed of the reference beside which it was measured. */
  public CellResult besideReference(double multiple) {
    List<Score> all = new ArrayList<>(secondary);
    all.add(new Score(REFERENCE, multiple, "x", List.of(), List.of()));
    return new CellResult(
        cell, round, status, message, seconds, score, all, histogram, report, profiles, jmh);
  }

  /** Copy of the result as one of this cell, which differs in nothing that was measured. */
  CellResult of(Cell same, @Nullable RunResult run) {
    return new CellResult(
        same, round, status, message, seconds, score, secondary, histogram, report, profiles, run);
  }

  private static Score primary(RunResult run) {
    List<Double> iterations =
        JmhResults.iterations(run).map(each -> each.getPrimaryResult().getScore()).toList();
    return score("primary", run.getPrimaryResult(), iterations);
  }

  private static List<Score> secondary(RunResult run) {
    List<Score> scores = new ArrayList<>();
    run.getSecondaryResults()
        .forEach(
            (name, result) -> {
              // The times themselves have all percentiles.
              if (isText(result) || OperationTimes.isDerived(name)) {
                return;
              }
              List<Double> iterations = new ArrayList<>();
              JmhResults.iterations(run)
                  .map(each -> each.getSecondaryResults().get(name))
                  .filter(Objects::nonNull)
                  .forEach(each -> iterations.add(each.getScore()));
              scores.add(score(name, result, iterations));
            });
    return scores;
  }

  private static Score score(String name, Result<?> result, List<Double> iterations) {
    Statistics statistics = result.getStatistics();
    // Only sampled times have more values than iterations.
    boolean sampled = statistics.getN() > Math.max(1, iterations.size());
    List<Percentile> percentiles =
        (sampled ? PERCENTS : List.<Double>of())
            .stream().map(each -> new Percentile(each, statistics.getPercentile(each))).toList();
    return new Score(name, result.getScore(), result.getScoreUnit(), iterations, percentiles);
  }
}
