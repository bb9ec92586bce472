package dev.storagebench.analysis.conclusion;

import java.util.Collection;
import java.util.stream.Collectors;

/** A sign behind a figure that is not what it seems to be. */
public enum Mark {
  /** Settings are stronger than requested. */
  STRONGER("*"),
  /** Settings are weaker than requested: shown, not ranked. */
  WEAKENED("†"),
  /** Some rounds failed, or the rate was not reached. */
  INCOMPLETE("!"),
  /** It still became faster while it was measured. */
  RISING("↑"),
  /** A burst of writes, which is not compared either. */
  BURST("°");

  private final String sign;

  Mark(String sign) {
    this.sign = sign;
  }

  /** Whether such a figure is not compared with others. */
  public boolean isUnranked() {
    return this == WEAKENED || this == BURST;
  }

  /** The signs of several. */
  public static String signs(Collection<Mark> marks) {
    return marks.stream().map(Mark::toString).collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return sign;
  }
}
