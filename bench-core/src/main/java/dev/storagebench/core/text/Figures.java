package dev.storagebench.core.text;

import java.util.Locale;

/** Figures in few characters, with units. */
public final class Figures {
  private static final String[] DECIMAL = {"", "k", "M", "G"};
  private static final String[] DISK = {"B", "kB", "MB", "GB", "TB"};
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Figures() {}

  /**
   * A value with its unit: {@code us}, {@code ms}, {@code B}, {@code x} (ratio), {@code %}, or a
   * plain number.
   */
  public static String show(String unit, double value) {
    return switch (unit.replaceFirst("/op$", "")) {
      case "us" -> micros(value);
      case "ms" -> micros(value * 1e3);
      case "s" -> micros(value * 1e6);
      case "B" -> size(value);
      case "x" -> factor(value) + "×";
      case "%" -> digits(value) + "%";
      default -> rate(value);
    };
  }

  /** A rate or count with three digits: {@code 1.23M}, {@code 456k}, {@code 78.9}. */
  public static String rate(double value) {
    return scaled(value, 1000, DECIMAL);
  }

  /** A size in binary units: {@code 98.1MiB}. */
  public static String size(double bytes) {
    return scaled(bytes, 1024, BINARY);
  }

  /** A size as disks and publications give it: {@code 62.0GB}. */
  public static String decimalSize(double bytes) {
    return scaled(bytes, 1000, DISK);
  }

  /** A time given in microseconds: {@code 1.25µs}, {@code 30.1ms}, {@code 2.5s}. */
  public static String micros(double micros) {
    if (micros < 1) {
      return digits(micros * 1000) + "ns";
    }
    return micros < 1000
        ? digits(micros) + "µs"
        : micros < 1_000_000 ? digits(micros / 1000) + "ms" : digits(micros / 1_000_000) + "s";
  }

  /** A ratio in three digits: {@code 0.52}, {@code 12.3}, {@code >9999}, {@code <0.001}. */
  public static String factor(double factor) {
    String format =
        factor >= 99.5 ? "%.0f" : factor >= 9.995 ? "%.1f" : factor >= 0.0995 ? "%.2f" : "%.3f";
    return factor > 9999
        ? ">9999"
        : factor < 0.001 ? "<0.001" : String.format(Locale.ROOT, format, factor);
  }

  /** The ends of a ratio's interval: {@code 0.52 - 0.61}; a dash where there is none. */
  public static String interval(double low, double high) {
    return Double.isNaN(low) ? "-" : factor(low) + " - " + factor(high);
  }

  /** The factor to either end of an interval, less 1: {@code ±3%}; empty without an interval. */
  public static String spread(double low, double high) {
    double percent = 100 * (Math.sqrt(high / low) - 1);
    return Double.isNaN(percent)
        ? ""
        : percent >= 99.5 ? "±>99%" : String.format(Locale.ROOT, "±%.0f%%", percent);
  }

  /** A long time: {@code 45 s}, {@code 6 min}, {@code 2 h 05 min}. */
  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    long minutes = Math.round(seconds / 60);
    return whole < 100
        ? whole + " s"
        : minutes < 60 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
  }

  private static String scaled(double value, int step, String[] units) {
    double scaled = value;
    int unit = 0;
    while (scaled >= step * 0.9995 && unit < units.length - 1) {
      scaled /= step;
      unit++;
    }
    return (unit == 0 && scaled == Math.rint(scaled) ? "%.0f".formatted(scaled) : digits(scaled))
        + units[unit];
  }

  private static String digits(double value) {
    String format =
        value >= 99.95
            ? "%.0f"
            : value >= 9.995 ? "%.1f" : value >= 0.0995 || value == 0 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
