package dev.storagebench.core.stats;

/** What the interval of a ratio shows. */
public enum Verdict {
  /** The others are compared with it. */
  BEST("best"),
  /** The whole interval lies above 1. */
  FASTER("faster"),
  /** The whole interval lies below 1. */
  SLOWER("slower"),
  /** The interval holds 1: a difference may exist, but these rounds do not show it. */
  NO_DIFFERENCE_SHOWN("no difference shown"),
  /** Measured in one round that both have: there is no interval to judge by. */
  TOO_FEW_ROUNDS("one round: no interval"),
  /** Measured with less than was asked for: shown, but not ranked. */
  WEAKENED("weaker than asked");

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
