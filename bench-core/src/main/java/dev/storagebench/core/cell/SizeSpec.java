package dev.storagebench.core.cell;

import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.packed.PackedSummary;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * A size as written on the command line: bytes ({@code 64m}, {@code 3g}, {@code 4096}), a multiple
 * of the raw data ({@code 0.33x}), or a sum of both ({@code 0.33x+160m}).
 *
 * @param fixedBytes the part in bytes
 * @param ratio the multiple of the raw data
 */
public record SizeSpec(long fixedBytes, double ratio) {
  private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(1L << 50);
  private static final BigDecimal MAX_RATIO = BigDecimal.valueOf(10_000);

  /**
   * Parses a size.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static SizeSpec parse(String text) {
    long fixed = 0;
    double ratio = 0;
    for (String part : text.toLowerCase(Locale.ROOT).split("\\+", -1)) {
      boolean relative = part.strip().matches("[0-9.]+x");
      Optional<BigDecimal> number =
          ScaledNumber.find(relative ? part.replace("x", "") : part, ScaledNumber.BINARY)
              .filter(each -> each.compareTo(relative ? MAX_RATIO : MAX_BYTES) <= 0);
      if (number.isEmpty()) {
        throw new IllegalArgumentException(
            "invalid size '%s' (expected bytes: 4096, 64k, 512m, 3g; a multiple of the raw data: 0.33x; or a sum: 0.33x+160m; at most 1024t and 10000x)"
                .formatted(text));
      }
      ratio += relative ? number.get().doubleValue() : 0;
      fixed += relative ? 0 : Math.round(number.get().doubleValue());
    }
    return new SizeSpec(fixed, ratio);
  }

  /** The size in bytes, given that of all keys and values. */
  public long bytes(long rawBytes) {
    return fixedBytes + Math.round(ratio * rawBytes);
  }

  /** How many records of mean size have about this size. */
  public long records(PackedSummary data) {
    return Math.round((double) bytes(data.rawBytes()) * data.records() / data.rawBytes());
  }
}
