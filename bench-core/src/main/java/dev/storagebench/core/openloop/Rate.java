package dev.storagebench.core.openloop;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;

/**
 * How many operations a second come, over all threads together, and how they are spaced. As the
 * command line names it: {@code 500}, {@code 50k}, {@code 1m}, {@code 50k:constant}.
 *
 * @param perSecond more than 0
 * @param spacing of one thread's arrivals
 */
public record Rate(double perSecond, Spacing spacing) {
  /** What stands for no rate: a thread begins an operation as soon as it is done with the last. */
  public static final String NONE = "none";

  private static final Pattern PATTERN =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)([km]?)(?::([a-z]+))?");
  private static final double MOST = 1e9;

  /** How arrivals lie in time. */
  public enum Spacing {
    /** At random, as those of many users who know nothing of each other. */
    POISSON,
    /** With equal gaps. */
    CONSTANT;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Rate {
    if (!(perSecond > 0 && perSecond <= MOST)) {
      throw new IllegalArgumentException("a rate of " + perSecond + " is not above 0, up to 1000m");
    }
  }

  /**
   * Reads a rate; empty for {@code none}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static Optional<Rate> parse(String text) {
    String lower = text.trim().toLowerCase(Locale.ROOT);
    if (lower.equals(NONE)) {
      return Optional.empty();
    }
    Matcher rate = PATTERN.matcher(lower);
    if (!rate.matches()) {
      throw bad(text);
    }
    BigDecimal number = new BigDecimal(rate.group(1)).scaleByPowerOfTen(power(rate.group(2)));
    double perSecond = number.doubleValue();
    if (!(perSecond > 0 && perSecond <= MOST)) {
      throw bad(text);
    }
    String spacing = rate.group(3);
    for (Spacing each : Spacing.values()) {
      if (spacing == null || each.word().equals(spacing)) {
        return Optional.of(new Rate(perSecond, each));
      }
    }
    throw bad(text);
  }

  /** The same rate as {@link #toString} writes it, so that equal ones are equal words. */
  public static String canonical(String text) {
    return parse(text).map(Rate::toString).orElse(NONE);
  }

  /**
   * Refuses a rate where JMH times operations itself.
   *
   * @param rate as the message calls it
   * @throws IllegalArgumentException for any mode but throughput
   */
  public static void requireThroughput(String rate, Mode mode) {
    if (mode != Mode.Throughput) {
      throw new IllegalArgumentException(
          "%s takes response times of its own; use -bm thrpt (the default), not -bm %s"
              .formatted(rate, mode.shortLabel()));
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
        "rate '%s' is no rate; write operations a second, up to 1000m (500, 50k, 1m), with :constant for equal gaps instead of random ones (50k:constant), or none"
            .formatted(text));
  }

  /** For people: {@code 50k}, {@code constant 50k}. */
  public String label() {
    return spacing == Spacing.POISSON ? number() : spacing.word() + " " + number();
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

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return spacing == Spacing.POISSON ? number() : number() + ":" + spacing.word();
  }
}
