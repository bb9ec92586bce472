package dev.storagebench.core.cell;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as written on the command line: bytes ({@code 64m}, {@code 3g}, {@code 4096}), a multiple
 * of the raw data ({@code 0.33x}), or a sum of both ({@code 0.33x+160m}).
 */
public sealed interface SizeSpec {

  /** The size in bytes, given that of all keys and values. */
  long bytes(long rawBytes);

  /** A fixed size. */
  record Bytes(long bytes) implements SizeSpec {
    @Override
    public long bytes(long rawBytes) {
      return bytes;
    }

    @Override
    public String toString() {
      return Long.toString(bytes);
    }
  }

  /** A multiple of the raw data. */
  record Ratio(double ratio) implements SizeSpec {
    @Override
    public long bytes(long rawBytes) {
      return Math.round(ratio * rawBytes);
    }

    @Override
    public String toString() {
      return ratio + "x";
    }
  }

  /** One size and another. */
  record Sum(SizeSpec first, SizeSpec second) implements SizeSpec {
    @Override
    public long bytes(long rawBytes) {
      return first.bytes(rawBytes) + second.bytes(rawBytes);
    }

    @Override
    public String toString() {
      return first + "+" + second;
    }
  }

  /**
   * Parses a size.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  static SizeSpec parse(String text) {
    int plus = text.indexOf('+');
    if (plus > 0) {
      return new Sum(parse(text.substring(0, plus)), parse(text.substring(plus + 1)));
    }
    Matcher matcher = Format.PATTERN.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid size '%s' (expected bytes: 4096, 64k, 512m, 3g; a multiple of the raw data: 0.33x; or a sum: 0.33x+160m)"
              .formatted(text));
    }
    double number = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "x" -> new Ratio(number);
      case "k" -> new Bytes(Math.round(number * (1L << 10)));
      case "m" -> new Bytes(Math.round(number * (1L << 20)));
      case "g" -> new Bytes(Math.round(number * (1L << 30)));
      case "t" -> new Bytes(Math.round(number * (1L << 40)));
      default -> new Bytes(Math.round(number));
    };
  }

  /** How sizes are written; an interface has no private constants. */
  final class Format {
    private static final Pattern PATTERN = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmgtx]?)b?");

    private Format() {}
  }
}
