package dev.storagebench.core.openloop;

import dev.storagebench.datasets.ScaledNumber;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;

/**
 * The arrival rate of an open loop: operations per second over all threads, at random (exponential)
 * intervals, as from many independent users. On the command line: {@code 500}, {@code 50k}, {@code
 * 1m}; for a trace {@code recorded}, {@code recorded:10}.
 *
 * @param perSecond more than 0; for recorded times, how many times as fast they pass
 * @param recorded whether operations arrive at the times of a trace
 */
public record Rate(double perSecond, boolean recorded) {
  /** No rate, a closed loop: each operation starts when the last one of its thread ends. */
  public static final String NONE = "none";

  private static final Pattern RECORDED =
      Pattern.compile("recorded(?::(\\d{1,6}(?:\\.\\d{1,3})?))?");
  private static final double MAX = 1e9;

  /**
   * Parses a rate; empty for {@code none}.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static Optional<Rate> parse(String text) {
    String lower = text.trim().toLowerCase(Locale.ROOT);
    if (lower.equals(NONE)) {
      return Optional.empty();
    }
    Matcher recorded = RECORDED.matcher(lower);
    String number = recorded.matches() ? recorded.group(1) : lower;
    double rate =
        number == null
            ? 1
            : ScaledNumber.find(number, ScaledNumber.DECIMAL)
                .filter(any -> number.matches("\\d{1,12}(\\.\\d{1,3})?[km]?"))
                .map(BigDecimal::doubleValue)
                .orElse(0.0);
    if (!(rate > 0 && rate <= MAX)) {
      throw new IllegalArgumentException(
          "invalid rate '%s' (expected operations per second up to 1000m: 500, 50k, 1m; recorded or recorded:10, the times of a trace, or ten times as fast; or none)"
              .formatted(text));
    }
    return Optional.of(new Rate(rate, recorded.matches()));
  }

  /** The rate in the form of {@link #toString}, so that equal rates have equal texts. */
  public static String canonical(String text) {
    return parse(text).map(Rate::toString).orElse(NONE);
  }

  /**
   * Rejects a rate in a mode in which JMH times operations itself.
   *
   * @param rate the option or parameter, for the message
   * @throws IllegalArgumentException for any mode but throughput
   */
  public static void requireThroughput(String rate, Mode mode) {
    if (mode != Mode.Throughput) {
      throw new IllegalArgumentException(
          "%s records response times itself; use -bm thrpt (the default) instead of -bm %s"
              .formatted(rate, mode.shortLabel()));
    }
  }

  /**
   * Rejects recorded times for a benchmark without a trace.
   *
   * @throws IllegalArgumentException for recorded times, and for an invalid rate
   */
  public static void requireNotRecorded(String rate) {
    if (parse(rate).filter(Rate::recorded).isPresent()) {
      throw new IllegalArgumentException(
          "rate=%s: only Replay has recorded times (--trace FILE); use operations per second: 500, 50k"
              .formatted(rate));
    }
  }

  /** For people: {@code 50k op/s}, {@code 10 x recorded speed}. */
  public String label(String unit) {
    return recorded
        ? (perSecond == 1 ? "" : plain(perSecond) + " x ") + "recorded speed"
        : number() + unit;
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private String number() {
    return perSecond % 1e6 == 0
        ? plain(perSecond / 1e6) + "m"
        : perSecond % 1e3 == 0 ? plain(perSecond / 1e3) + "k" : plain(perSecond);
  }

  /** In the form of {@link #parse}. */
  @Override
  public String toString() {
    return recorded ? (perSecond == 1 ? "recorded" : "recorded:" + plain(perSecond)) : number();
  }
}
