package dev.storagebench.core.cell;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The memory limit of an engine and the page cache together.
 *
 * <p>The named tiers scale Terark's experiment of 2016 to any size of data: 64, 8 and 3 GB of
 * memory, with caches of 3 GB, 1 GB and 256 MB, for 9 GB of data.
 */
public sealed interface MemorySpec {

  /** The limit in bytes, given the size of all keys and values; empty for none. */
  OptionalLong limitBytes(long rawBytes);

  /** The size of the engine's own cache unless one is given. */
  long cacheBytes(long rawBytes);

  /** A published tier. */
  enum Tier implements MemorySpec {
    /** No limit; the cache holds all data, with pages that are half full. */
    NONE(0, 2),
    /** All data fits into memory several times. */
    FITS(7.1, 0.33),
    /** The data is slightly larger than memory. */
    TIGHT(0.89, 0.11),
    /** The data is three times as large as memory. */
    SCARCE(0.33, 0.028);

    private final double limitRatio;
    private final double cacheRatio;

    Tier(double limitRatio, double cacheRatio) {
      this.limitRatio = limitRatio;
      this.cacheRatio = cacheRatio;
    }

    @Override
    public OptionalLong limitBytes(long rawBytes) {
      return this == NONE
          ? OptionalLong.empty()
          : OptionalLong.of(Math.round(limitRatio * rawBytes));
    }

    @Override
    public long cacheBytes(long rawBytes) {
      return Math.round(cacheRatio * rawBytes);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A limit of another size. The cache is an eighth of it, as in the published {@link Tier#TIGHT}.
   */
  record Sized(SizeSpec size) implements MemorySpec {
    private static final int CACHE_SHARE = 8;

    @Override
    public OptionalLong limitBytes(long rawBytes) {
      return OptionalLong.of(size.bytes(rawBytes));
    }

    @Override
    public long cacheBytes(long rawBytes) {
      return size.bytes(rawBytes) / CACHE_SHARE;
    }

    @Override
    public String toString() {
      return size.toString();
    }
  }

  /**
   * Parses the name of a tier, or a size.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static MemorySpec parse(String text) {
    for (Tier tier : Tier.values()) {
      if (tier.name().equalsIgnoreCase(text.trim())) {
        return tier;
      }
    }
    try {
      return new Sized(SizeSpec.parse(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid memory '%s' (expected %s, or a size: 3g, 0.5x)"
              .formatted(
                  text,
                  Arrays.stream(Tier.values())
                      .map(Tier::toString)
                      .collect(Collectors.joining(", "))),
          e);
    }
  }
}
