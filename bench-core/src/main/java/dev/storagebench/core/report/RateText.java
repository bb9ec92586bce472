package dev.storagebench.core.report;

import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.Rate;

/** What came of a rate, in words. */
public final class RateText {
  private static final double MICROS = 1e6;

  private RateText() {}

  /** What came through: {@code 31.2k of 50k/s}. */
  static String achieved(OpenLoopReport loop) {
    return "%s of %s/s"
        .formatted(
            Figures.rate(loop.achieved()),
            Rate.parse(loop.rate()).map(Rate::label).orElse(loop.rate()));
  }

  /** Of a rate that was not kept up. */
  public static String shortfall(OpenLoopReport loop) {
    return "did not keep up: %s, %s late at the end of an iteration"
        .formatted(achieved(loop), Figures.micros(loop.lagSeconds() * MICROS));
  }
}
