package dev.storagebench.core.engine;

import dev.storagebench.core.engine.AppliedSetting.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an engine is opened with: what was asked for, or the nearest that it has where that was
 * allowed.
 *
 * @param settings only such as the engine has
 * @param substitutions what was asked for and is not done, in the place of the engine's own word on
 *     it
 */
public record ResolvedSettings(EngineSettings settings, List<AppliedSetting> substitutions) {
  private static final String DURABILITY = "durability";
  private static final String COMPRESSION = "compression";

  /**
   * Fits settings to an engine.
   *
   * @param nearest whether the nearest codec and the strongest promise may stand in for those that
   *     the engine lacks
   * @param writes whether anything will be written, so that a promise matters
   * @throws UnsupportedSettingException if the engine lacks something that must not be replaced
   */
  public static ResolvedSettings of(
      StorageEngine engine, EngineSettings asked, boolean nearest, boolean writes) {
    Capabilities can = engine.capabilities();
    List<AppliedSetting> substitutions = new ArrayList<>();
    Compression codec = asked.compression();
    long least = can.server().leastCacheBytes();
    if (!nearest && asked.memoryBytes() != EngineSettings.UNLIMITED && asked.cacheBytes() < least) {
      throw new UnsupportedSettingException(
          "%s: a limit of %,d bytes leaves %,d for its cache, which has %,d at least; take more memory, or %,d records or more where the limit is a multiple of the data (--nearest measures with the smallest cache)"
              .formatted(
                  engine.name(),
                  asked.memoryBytes(),
                  asked.cacheBytes(),
                  least,
                  (long)
                      Math.ceil((double) asked.expected().records() * least / asked.cacheBytes())));
    }
    if (!nearest) {
      SettingsReport.require(engine.name(), codec, can.compressions());
    } else if (!can.compressions().contains(codec)) {
      codec = nearest(codec, can.compressions());
      substitutions.add(
          new AppliedSetting(
              COMPRESSION,
              word(codec),
              Role.WEAKENED,
              "the nearest codec to %s that it has".formatted(word(asked.compression()))));
    }
    Durability durability = asked.durability();
    if (can.storesValues() && !keeps(can, durability)) {
      Durability strongest = strongest(can).orElse(Durability.NONE);
      if (writes && !nearest) {
        throw new UnsupportedSettingException(
            "%s supports durability up to %s; %s requested (--durability %s compares all writes, --nearest measures the engine as it is)"
                .formatted(engine.name(), word(strongest), word(durability), word(strongest)));
      }
      substitutions.add(
          new AppliedSetting(
              DURABILITY,
              word(strongest),
              writes ? Role.WEAKENED : Role.IGNORED,
              writes
                  ? "the strongest durability it supports, weaker than %s"
                      .formatted(word(durability))
                  : "nothing is written; it supports no stronger durability"));
      durability = strongest;
    }
    return new ResolvedSettings(asked.with(codec, durability), List.copyOf(substitutions));
  }

  /** The codec, or the quickest that is there; without compression if none is. */
  public static Compression nearest(Compression codec, Set<Compression> has) {
    return codec == Compression.NONE
        ? Compression.NONE
        : Stream.of(codec, Compression.SNAPPY, Compression.LZ4, Compression.ZSTD)
            .filter(has::contains)
            .findFirst()
            .orElse(Compression.NONE);
  }

  private static boolean keeps(Capabilities can, Durability asked) {
    return asked == Durability.NONE
        || strongest(can).filter(most -> most.compareTo(asked) >= 0).isPresent();
  }

  private static Optional<Durability> strongest(Capabilities can) {
    return can.durabilities().stream().max(Comparator.naturalOrder());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The engine's report of its settings, with the substitutions in it. */
  public List<AppliedSetting> report(List<AppliedSetting> applied) {
    return applied.stream()
        .map(
            setting ->
                substitutions.stream()
                    .filter(departure -> departure.name().equals(setting.name()))
                    .findAny()
                    .map(departure -> departure.because(setting.reason()))
                    .orElse(setting))
        .toList();
  }
}
