package dev.storagebench.analysis.stats;

import java.util.List;

/**
 * Whether a run is precise enough. Only the widths of intervals count, never what they show: a run
 * that stopped as soon as it showed a difference would find one where there is none.
 */
public final class Precision {
  /**
   * Minimum rounds before interval widths are trusted: a few rounds that agree by chance have too
   * narrow an interval, and such a rule would stop at those.
   */
  public static final int MIN_ROUNDS = 10;

  private Precision() {}

  /**
   * Whether every ratio of a table is known well enough.
   *
   * @param precision half the interval's width, as a share of the ratio: 0.03 for ± 3 %
   */
  public static boolean reached(List<Ratio> table, double precision) {
    return table.stream()
        .filter(each -> !each.isBest())
        .allMatch(each -> each.precision() <= precision);
  }

  /**
   * Reads a precision: {@code 3%} or {@code 0.03}.
   *
   * @throws IllegalArgumentException if it is none between 0 and 100 %
   */
  public static double parse(String text) {
    String number = text.strip();
    try {
      double share = Double.parseDouble(number.replaceFirst("%$", ""));
      share /= number.endsWith("%") ? 100 : 1;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message
    }
    throw new IllegalArgumentException(
        "invalid share '%s' (expected between 0 and 100 %%, such as 3%% or 0.03)".formatted(text));
  }
}
