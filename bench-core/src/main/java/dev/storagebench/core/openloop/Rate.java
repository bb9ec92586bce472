package dev.storagebench.core.openloop;

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

  private static final Pattern PATTERN = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)([km]?)");
  private static final Pattern RECORDED =
      Pattern.compile("recorded(?::(\\d{1,6}(?:\\.\\d{1,3})?))?");
  private static final double MAX = 1e9;

  public Rate {
    if (!(perSecond > 0 && perSecond <= MAX)) {
      throw new IllegalArgumentException(
          "invalid rate " + perSecond + " (expected more than 0, at most 1000m)");
    }
  }

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
    if (recorded.matches()) {
      double speed = recorded.group(1) == null ? 1 : Double.parseDouble(recorded.group(1));
      if (speed > 0) {
        return Optional.of(new Rate(speed, true));
      }
      throw bad(text);
    }
    Matcher rate = PATTERN.matcher(lower);
    if (!rate.matches()) {
      throw bad(text);
    }
    BigDecimal number = new BigDecimal(rate.group(1)).scaleByPowerOfTen(power(rate.group(2)));
    double perSecond = number.doubleValue();
    if (!(perSecond > 0 && perSecond <= MAX)) {
      throw bad(text);
    }
    return Optional.of(new Rate(perSecond, false));
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

  private static int power(String unit) {
    return switch (unit) {
      case "k" -> 3;
      case "m" -> 6;
      default -> 0;
    };
  }

  private static IllegalArgumentException bad(String text) {
    return new IllegalArgumentException(
        "invalid rate '%s' (expected operations per second up to 1000m: 500, 50k, 1m; recorded or recorded:10, the times of a trace, or ten times as fast; or none)"
            .formatted(text));
  }

  /** For people: {@code 50k op/s}, {@code 10 x recorded speed}. */
  public String label(String unit) {
    return recorded ? (perSecond == 1 ? "" : speed() + " x ") + "recorded speed" : number() + unit;
  }

  private String speed() {
    return BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString();
  }

  private String number() {
    BigDecimal number = BigDecimal.valueOf(perSecond);
    for (String unit : new String[] {"m", "k"}) {
      BigDecimal scaled = number.scaleByPowerOfTen(-power(unit)).stripTrailingZeros();
      if (scaled.scale() <= 0 && scaled.signum() > 0) {
        return scaled.toPlainString() + unit;
      }
    }
    return number.stripTrailingZeros().toPlainString();
  }

  /** In the form of {@link #parse}. */
  @Override
  public String toString() {
    return recorded ? (perSecond == 1 ? "recorded" : "recorded:" + speed()) : number();
  }
}
