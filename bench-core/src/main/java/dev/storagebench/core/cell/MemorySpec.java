package dev.storagebench.core.cell;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory limit of an engine and the page cache together.
 *
 * <p>The named tiers scale Terark's experiment of 2016 to any size of data: 64, 8 and 3 GB of
 * memory, with caches of 3 GB, 1 GB and 256 MB, for 9 GB of data.
 *
 * @param limit the limit; null for none
 * @param cache the engine's own cache unless a size is given for it
 */
public record MemorySpec(@Nullable SizeSpec limit, SizeSpec cache) {
  // As in the published tier "tight".
  private static final int CACHE_SHARE = 8;
  private static final Map<String, MemorySpec> TIERS =
      Map.of(
          // The cache holds all data, with pages that are half full.
          "none", new MemorySpec(null, new SizeSpec(0, 2)),
          "fits", tier(7.1, 0.33),
          "tight", tier(0.89, 0.11),
          "scarce", tier(0.33, 0.028));

  private static MemorySpec tier(double limitRatio, double cacheRatio) {
    return new MemorySpec(new SizeSpec(0, limitRatio), new SizeSpec(0, cacheRatio));
  }

  /**
   * Parses the name of a tier, or a size.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static MemorySpec parse(String text) {
    MemorySpec tier = TIERS.get(text.trim().toLowerCase(Locale.ROOT));
    if (tier != null) {
      return tier;
    }
    try {
      SizeSpec limit = SizeSpec.parse(text);
      return new MemorySpec(
          limit, new SizeSpec(limit.fixedBytes() / CACHE_SHARE, limit.ratio() / CACHE_SHARE));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid memory '%s' (expected none, fits, tight, scarce, or a size: 3g, 0.5x)"
              .formatted(text),
          e);
    }
  }

  /** The memory of the machine, or of the container that this JVM is in. */
  public static long machineBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Long.MAX_VALUE;
  }

  /** The limit in bytes, given the size of all keys and values; empty for none. */
  public Optional<Long> limitBytes(long rawBytes) {
    return Optional.ofNullable(limit).map(size -> size.bytes(rawBytes));
  }
}
