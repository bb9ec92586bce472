package dev.storagebench.datasets;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as people write it on a command line: {@code 4096}, {@code 200k}, {@code 1.5m}, {@code
 * 3g}. Suffixes of counts are decimal, those of sizes in bytes binary.
 */
public final class ScaledNumber {
  /** Factor of {@code k} in counts. */
  public static final int DECIMAL = 1000;

  /** Factor of {@code k} in sizes. */
  public static final int BINARY = 1024;

  private static final String SUFFIXES = "kmgt";
  private static final Pattern PATTERN = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([kmgt]?)b?");

  private ScaledNumber() {}

  /** The value of a number, not negative; empty if the text is none. */
  public static Optional<BigDecimal> find(String text, int thousand) {
    Matcher number = PATTERN.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!number.matches()) {
      return Optional.empty();
    }
    int power = number.group(2).isEmpty() ? 0 : SUFFIXES.indexOf(number.group(2)) + 1;
    return Optional.of(
        new BigDecimal(number.group(1)).multiply(BigDecimal.valueOf(thousand).pow(power)));
  }

  /** A whole number within bounds; empty if the text is none. */
  public static Optional<Long> find(String text, int thousand, long min, long max) {
    return find(text, thousand)
        .filter(each -> each.stripTrailingZeros().scale() <= 0)
        .filter(each -> each.compareTo(BigDecimal.valueOf(min)) >= 0)
        .filter(each -> each.compareTo(BigDecimal.valueOf(max)) <= 0)
        .map(BigDecimal::longValueExact);
  }

  /**
   * Reads a whole number within bounds.
   *
   * @param what the name of the option, for the message
   * @param thousand {@link #DECIMAL} or {@link #BINARY}
   * @throws IllegalArgumentException if it is none, with the bounds
   */
  public static long parse(String what, String text, int thousand, long min, long max) {
    return find(text, thousand, min, max)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "invalid %s '%s' (expected %s to %s, such as 500, 200k or 1m)"
                        .formatted(what, text, show(min, thousand), show(max, thousand))));
  }

  /** A number with the largest suffix that shows all of it: {@code 64m}. */
  public static String show(long number, int thousand) {
    long rest = number;
    int power = 0;
    while (rest != 0 && rest % thousand == 0 && power < SUFFIXES.length()) {
      rest /= thousand;
      power++;
    }
    return rest + (power == 0 ? "" : SUFFIXES.substring(power - 1, power));
  }
}
