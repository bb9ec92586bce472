package dev.storagebench.analysis.stats;

import dev.storagebench.core.text.TextStyle.Tone;
import org.jspecify.annotations.Nullable;

/** The conclusion from a ratio's interval. */
public enum Verdict {
  /** The others are compared with it. */
  BEST("best", Tone.GOOD),
  /** The whole interval lies above 1. */
  FASTER("faster", Tone.GOOD),
  /** The whole interval lies below 1. */
  SLOWER("slower", Tone.BAD),
  /** Not significant: the interval holds 1 and excludes a {@link Ratio#DIFFERENCE}. */
  NO_DIFFERENCE_SHOWN("n.s.", null),
  /** The interval holds both 1 and a difference of {@link Ratio#DIFFERENCE}: more rounds decide. */
  UNDECIDED("undecided", Tone.DOUBT),
  /** One common round: there is no interval. */
  TOO_FEW_ROUNDS("one round: no interval", Tone.DOUBT),
  /** Measured with weaker settings than requested: shown, not ranked. */
  WEAKENED("weaker than requested", Tone.DOUBT);

  private final String words;
  private final @Nullable Tone tone;

  Verdict(String words, @Nullable Tone tone) {
    this.words = words;
    this.tone = tone;
  }

  /** The color of its words; null for none. */
  public @Nullable Tone tone() {
    return tone;
  }

  /** In words, for people. */
  @Override
  public String toString() {
    return words;
  }
}
