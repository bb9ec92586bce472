package dev.storagebench.core.cell;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as written on the command line: bytes ({@code 64m}, {@code 3g}, {@code 4096}), a multiple
 * of the raw data ({@code 0.33x}), or a sum of both ({@code 0.33x+160m}).
 *
 * @param fixedBytes the part in bytes
 * @param ratio the multiple of the raw data
 */
public record SizeSpec(long fixedBytes, double ratio) {
  private static final Pattern PATTERN = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmgtx]?)b?");

  /**
   * Parses a size.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static SizeSpec parse(String text) {
    long fixed = 0;
    double ratio = 0;
    for (String part : text.toLowerCase(Locale.ROOT).split("\\+", -1)) {
      Matcher matcher = PATTERN.matcher(part.trim());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "invalid size '%s' (expected bytes: 4096, 64k, 512m, 3g; a multiple of the raw data: 0.33x; or a sum: 0.33x+160m)"
                .formatted(text));
      }
      double number = Double.parseDouble(matcher.group(1));
      switch (matcher.group(2)) {
        case "x" -> ratio += number;
        case "k" -> fixed += Math.round(number * (1L << 10));
        case "m" -> fixed += Math.round(number * (1L << 20));
        case "g" -> fixed += Math.round(number * (1L << 30));
        case "t" -> fixed += Math.round(number * (1L << 40));
        default -> fixed += Math.round(number);
      }
    }
    return new SizeSpec(fixed, ratio);
  }

  /** The size in bytes, given that of all keys and values. */
  public long bytes(long rawBytes) {
    return fixedBytes + Math.round(ratio * rawBytes);
  }
}
