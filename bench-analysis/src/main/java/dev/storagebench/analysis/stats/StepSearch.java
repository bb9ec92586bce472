package dev.storagebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The search for the release at which the speed changed, by bisection. First the oldest and the
 * newest are compared; then a release between them is told to be like the one or like the other, by
 * Wald's (1945) sequential test of the two; at last the two neighbours that are left are compared
 * with each other.
 *
 * <p>It follows from the rounds so far alone, so a resumed search continues as it would have.
 *
 * @param low the newest release that is known to be like the oldest
 * @param high the oldest release that is known to be like the newest
 * @param next the releases to measure in the next round; none if the search is over
 * @param step {@code high} relative to {@code low} if it was shown
 * @see <a href="https://doi.org/10.1214/aoms/1177731118">A. Wald, Sequential tests of statistical
 *     hypotheses, Annals of Mathematical Statistics 16 (1945)</a>
 */
public record StepSearch(int low, int high, List<Integer> next, Optional<Ratio> step) {
  // Two releases are compared after so many rounds, and given up after the last one.
  private static final List<Integer> LOOKS = List.of(5, 8, 12, 16);
  private static final double TAIL = 0.05 / 2 / LOOKS.size();
  // A release between is wrongly taken for like the one or the other in 1 of 100 cases.
  private static final double DECISIVE = Math.log(99);
  private static final int MIN_BETWEEN = 2;
  private static final int MAX_BETWEEN = 16;
  // Of few rounds the variance may be too small by chance.
  private static final double VARIANCE_TAIL = 0.2;

  /**
   * State of the search.
   *
   * @param releases the oldest first, with the rounds that they were measured in; with fewer than
   *     two the search is over
   */
  public static StepSearch of(List<Series> releases) {
    int last = releases.size() - 1;
    if (last < 1) {
      return new StepSearch(0, 0, List.of(), Optional.empty());
    }
    Series oldest = releases.get(0);
    Series newest = releases.get(last);
    StepSearch ends = compared(releases, 0, last);
    if (ends.step.isEmpty()) {
      return ends;
    }
    double[] whole = newest.relativeTo(oldest).logs();
    double change = Series.mean(whole);
    // Of a release relative to the mean of two others, where that of two releases is of 2.
    double variance = largest(Series.variance(whole), whole.length - 1) * 1.5 / 2;
    int low = 0;
    int high = last;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      Series between = releases.get(middle);
      double[] logs =
          Series.geometricMean(
                  between.name(), List.of(between.relativeTo(oldest), between.relativeTo(newest)))
              .logs();
      double likeNewest = Series.mean(logs) * logs.length * change / variance;
      boolean decided = logs.length >= MIN_BETWEEN && Math.abs(likeNewest) > DECISIVE;
      if (!decided) {
        return new StepSearch(
            low,
            high,
            logs.length < MAX_BETWEEN ? List.of(0, middle, last) : List.of(),
            Optional.empty());
      }
      if (likeNewest > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high - low == last ? ends : compared(releases, low, high);
  }

  /** The search for whether two releases differ. */
  private static StepSearch compared(List<Series> releases, int low, int high) {
    Series step = releases.get(high).relativeTo(releases.get(low));
    for (int look : LOOKS) {
      if (step.speeds().size() < look) {
        return new StepSearch(low, high, List.of(low, high), Optional.empty());
      }
      // What was seen at a look decides, whatever has been measured since.
      Ratio ratio = Ratio.of(step.first(look), seen -> Uncertainty.of(seen, TAIL));
      if (ratio.verdict() == Verdict.FASTER || ratio.verdict() == Verdict.SLOWER) {
        return new StepSearch(low, high, List.of(), Optional.of(ratio));
      }
    }
    return new StepSearch(low, high, List.of(), Optional.empty());
  }

  private static double largest(double variance, int freedom) {
    return variance
        * freedom
        / ChiSquaredDistribution.of(freedom).inverseCumulativeProbability(VARIANCE_TAIL);
  }
}
