package dev.storagebench.analysis.stats;

/** The conclusion from a ratio's interval. */
public enum Verdict {
  /** The others are compared with it. */
  BEST("best"),
  /** The whole interval lies above 1. */
  FASTER("faster"),
  /** The whole interval lies below 1. */
  SLOWER("slower"),
  /** Not significant: the interval holds 1 and excludes a {@link Ratio#DIFFERENCE}. */
  NO_DIFFERENCE_SHOWN("n.s."),
  /** The interval holds both 1 and a difference of {@link Ratio#DIFFERENCE}: more rounds decide. */
  UNDECIDED("undecided"),
  /** One common round: there is no interval. */
  TOO_FEW_ROUNDS("one round: no interval"),
  /** Measured with weaker settings than requested: shown, not ranked. */
  WEAKENED("weaker than requested");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** In words, for people. */
  @Override
  public String toString() {
    return words;
  }
}
