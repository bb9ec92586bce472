package dev.storagebench.core.engine;

import dev.storagebench.core.engine.AppliedSetting.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings an engine is opened with: the requested ones or, with {@code nearest=true}, the
 * nearest ones that it supports.
 *
 * @param settings only values that the engine supports
 * @param substitutions requested values that were replaced or are irrelevant; they override what
 *     the engine itself reports for these settings
 */
public record ResolvedSettings(EngineSettings settings, List<AppliedSetting> substitutions) {
  /** Less is not even room for the smallest write buffer. */
  public static final long MIN_MEMORY_BYTES = 4L << 20;

  // More records are not of exactly the same size.
  private static final double SPARE = 1.01;

  /**
   * Resolves settings for an engine.
   *
   * @param nearest whether an unsupported codec, durability level or cache size may be replaced by
   *     the nearest supported one
   * @param writes whether the workload writes, so that durability matters
   * @throws UnsupportedSettingException if the engine does not support a value that must not be
   *     replaced
   */
  public static ResolvedSettings of(
      StorageEngine engine, EngineSettings asked, boolean nearest, boolean writes) {
    Capabilities can = engine.capabilities();
    List<AppliedSetting> substitutions = new ArrayList<>();
    Compression codec = asked.compression();
    Durability durability = asked.durability();
    Durability strongest = can.strongest();
    if (nearest && !can.compressions().contains(codec)) {
      codec = nearest(codec, can.compressions());
      substitutions.add(
          new AppliedSetting(
              "compression",
              codec.toString(),
              Role.WEAKENED,
              "the nearest supported codec to " + asked.compression()));
    }
    if (can.storesValues() && durability.compareTo(strongest) > 0 && (nearest || !writes)) {
      substitutions.add(
          new AppliedSetting(
              "durability",
              strongest.toString(),
              writes ? Role.WEAKENED : Role.IGNORED,
              writes
                  ? "the strongest level it supports, weaker than " + durability
                  : "nothing is written; it supports no stronger level"));
      durability = strongest;
    }
    EngineSettings resolved = asked.with(codec, durability);
    if (can.storesValues()) {
      can.require(engine.name(), resolved);
    }
    requireMemory(engine, asked, nearest);
    return new ResolvedSettings(resolved, List.copyOf(substitutions));
  }

  private static void requireMemory(StorageEngine engine, EngineSettings asked, boolean nearest) {
    long records = recordsNeeded(engine, asked, nearest);
    if (records > 0) {
      throw new UnsupportedSettingException(
          "%s needs a memory limit of at least %,d bytes and a cache of %,d; a limit of %,d leaves %,d: raise --memory, or use at least %,d records if it is a multiple of the data (--nearest uses the smallest cache)"
              .formatted(
                  engine.name(),
                  MIN_MEMORY_BYTES,
                  engine.capabilities().server().minCacheBytes(),
                  asked.memoryBytes(),
                  asked.cacheBytes(),
                  records));
    }
  }

  /**
   * How many records leave an engine enough of a memory limit that is a multiple of the data; 0 if
   * these do.
   */
  public static long recordsNeeded(StorageEngine engine, EngineSettings asked, boolean nearest) {
    long minCache = nearest ? 0 : engine.capabilities().server().minCacheBytes();
    double factor =
        Math.max(
            (double) MIN_MEMORY_BYTES / asked.memoryBytes(),
            minCache == 0 ? 0 : (double) minCache / asked.cacheBytes());
    return asked.memoryBytes() == EngineSettings.UNLIMITED || factor <= 1
        ? 0
        : (long) Math.ceil(asked.expected().records() * factor * SPARE);
  }

  /** The codec if it is supported, else the fastest supported one, else none. */
  public static Compression nearest(Compression codec, Set<Compression> supported) {
    return codec == Compression.NONE
        ? Compression.NONE
        : Stream.of(codec, Compression.SNAPPY, Compression.LZ4, Compression.ZSTD)
            .filter(supported::contains)
            .findFirst()
            .orElse(Compression.NONE);
  }

  /** The engine's report of its settings, with the substitutions. */
  public List<AppliedSetting> report(List<AppliedSetting> applied) {
    return applied.stream().map(this::substituted).toList();
  }

  private AppliedSetting substituted(AppliedSetting setting) {
    for (AppliedSetting each : substitutions) {
      if (each.name().equals(setting.name())) {
        return new AppliedSetting(
            each.name(), each.value(), each.role(), each.reason() + ": " + setting.reason());
      }
    }
    return setting;
  }
}
