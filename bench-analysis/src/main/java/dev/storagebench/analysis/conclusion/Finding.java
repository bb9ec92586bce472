package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding of a run: a comparison, with what was decided and why not. Renderers make its words.
 *
 * @param need the workload, or the place in a suite's view
 * @param workload without what tells it apart from others; empty in a suite's view
 * @param conditions of the cells by name, as the run has them
 * @param under in words, the conditions that the run varies and the parameters in which measures of
 *     this workload differ
 * @param figure that is compared, as {@link CellScore#figures} names it
 * @param reference of which the ratios are multiples; empty where nothing is compared
 * @param standings in the order in which they are shown
 * @param chosen the names that answer it: one if it is decided
 * @param roundsNeeded about how many rounds would decide; 0 where that is not known
 * @param secondsNeeded how long so many rounds take
 * @param doubts contradictions to the choice
 */
public record Finding(
    Question question,
    String need,
    String workload,
    Map<String, String> conditions,
    Map<String, String> under,
    String figure,
    String reference,
    List<Standing> standings,
    List<String> chosen,
    Outcome outcome,
    int roundsNeeded,
    double secondsNeeded,
    List<Doubt> doubts) {

  /** The comparison that was made. */
  public enum Question {
    /** Candidates by their speed, relative to the best. */
    FASTEST,
    /** Candidates by the size of their loaded store, relative to the smallest. */
    SMALLEST,
    /** A figure of each candidate, or other row of a view, relative to its own first value. */
    DECLINE,
    /** The smallest value of a condition at which a figure is nearly at its best. */
    ENOUGH,
    /** Candidates by a figure, relative to a named one. */
    BESIDE
  }

  /** Whether the rounds decide it, or why they do not. */
  public enum Outcome {
    DECIDED,
    /** Intervals contain 1 and exclude a difference that matters. */
    LEVEL,
    /** Intervals contain 1 and a difference that matters: more rounds decide. */
    UNDECIDED,
    /** Some or all of it rests on one round. */
    ONE_ROUND,
    /** One candidate has the figure. */
    ALONE,
    /** No candidate has the figure with the settings that were requested. */
    UNRANKED
  }

  /**
   * A candidate, or a value of a condition.
   *
   * @param value of the figure; null where only the ratio is known
   * @param weakened whether it was measured with weaker settings than requested
   * @param ratio of speeds to the reference's in {@link Question#FASTEST}, else of the figures
   * @param low the interval's lower end; null where there is none
   * @param rounds how many of them the interval rests on
   * @param beside further figures by name
   */
  public record Standing(
      String name,
      @Nullable Amount value,
      boolean weakened,
      double ratio,
      @Nullable Double low,
      @Nullable Double high,
      int rounds,
      Verdict verdict,
      Map<String, Amount> beside) {

    static Standing of(Ratio ratio, @Nullable CellScore score, Map<String, Amount> beside) {
      return new Standing(
          ratio.name(),
          score == null ? null : new Amount(score.value(), score.unit()),
          score != null && score.weakened(),
          ratio.ratio(),
          RunFacts.number(ratio.low()),
          RunFacts.number(ratio.high()),
          ratio.rounds(),
          ratio.verdict(),
          beside);
    }

    /** Whether its verdict is one of these. */
    public boolean is(Verdict... verdicts) {
      return List.of(verdicts).contains(verdict);
    }
  }

  /** A figure. */
  public record Amount(double value, String unit) {
    @Override
    public String toString() {
      return Figures.show(unit, value);
    }
  }

  /** A contradiction to the choice. */
  public record Doubt(Kind kind, String candidate, String text) {
    /** The contradictions, each with its words. */
    public enum Kind {
      WEAKER_RIVAL("%s† reaches %s, with weaker settings than requested."),
      SHORTER_P99("By p99 %s is ahead: %s, %s %s."),
      BURST("%s's rate is a burst of writes, not sustained."),
      SUSTAINED("Sustained, %s is ahead: %s op/s, %s %s."),
      FAILED("%s FAILED in %d of %d rounds."),
      BEHIND_RATE("%s did not keep up with the rate."),
      PENDING("Not measured yet: %s.");

      private final String words;

      Kind(String words) {
        this.words = words;
      }

      Doubt of(String candidate, Object... details) {
        Object[] all = Stream.concat(Stream.of(candidate), Stream.of(details)).toArray();
        return new Doubt(this, candidate, words.formatted(all));
      }
    }
  }

  /** Whether its first answer may be shown as the only one. */
  public boolean decided() {
    return outcome == Outcome.DECIDED;
  }

  /** The standings with one of these verdicts. */
  public List<Standing> some(Verdict... verdicts) {
    return standings.stream().filter(each -> each.is(verdicts)).toList();
  }

  /** The outcome of these verdicts: the least certain of them counts. */
  static Outcome outcome(List<Standing> standings) {
    return standings.stream().anyMatch(each -> each.is(Verdict.UNDECIDED))
        ? Outcome.UNDECIDED
        : standings.stream().anyMatch(each -> each.rounds() < 2 && !each.is(Verdict.WEAKENED))
            ? Outcome.ONE_ROUND
            : standings.stream().anyMatch(each -> each.is(Verdict.NO_DIFFERENCE_SHOWN))
                ? Outcome.LEVEL
                : Outcome.DECIDED;
  }
}
