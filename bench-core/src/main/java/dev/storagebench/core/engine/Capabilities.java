package dev.storagebench.core.engine;

import java.util.EnumSet;
import java.util.Set;

/**
 * Features, codecs and durability levels of an engine, whatever its settings.
 *
 * <p>A description starts with {@link #cachingIn} and names what differs:
 *
 * <pre>{@code
 * Capabilities.cachingIn(CacheLocation.NATIVE)
 *     .without(Feature.BATCHES)
 *     .compressions(Compression.NONE, Compression.SNAPPY)
 *     .durabilities(Durability.PROCESS, Durability.SYNC);
 * }</pre>
 *
 * @param cache where the engine caches data that it has read
 * @param compressions the supported codecs; {@link Compression#NONE} is one of them
 * @param durabilities the levels it implements exactly; if a weaker one is requested, it may use a
 *     stronger one and reports {@link AppliedSetting.Role#REPLACED}
 * @param server how a server divides its memory; {@link ServerMemory#NONE} for embedded engines
 */
public record Capabilities(
    Set<Feature> features,
    CacheLocation cache,
    Set<Compression> compressions,
    Set<Durability> durabilities,
    ServerMemory server) {

  /** An optional part of the SPI. */
  public enum Feature {
    /** Keys are kept in unsigned byte order, and {@link Session#scan} works. */
    SCANS,
    /** {@link Session#batch} writes several records atomically. */
    BATCHES,
    /**
     * A batch survives {@code kill -9} as a whole or not at all, but for {@link Durability#NONE}.
     */
    WHOLE_BATCHES,
    /** Several threads may load faster than one; missing for engines with a single writer. */
    PARALLEL_LOADS,
    /** Reads return the bytes that were written; missing only for {@code noop}. */
    STORED_VALUES
  }

  public Capabilities {
    features = Set.copyOf(features);
    compressions = Set.copyOf(compressions);
    durabilities = Set.copyOf(durabilities);
    if (!compressions.contains(Compression.NONE)) {
      throw new IllegalArgumentException("every engine must support compression none");
    }
  }

  /**
   * How a server divides a memory limit.
   *
   * @param cacheShare the fraction (0 to 1) that becomes the engine's cache if no cache size is
   *     requested; 0 if the memory tier sets the cache size, as for all embedded engines
   * @param minCacheBytes the smallest cache that the server accepts
   * @param connectionBytes memory that each connection needs; added to the limit, as is what the
   *     server holds once it has started, like the JVM of the harness for embedded engines
   */
  public record ServerMemory(double cacheShare, long minCacheBytes, long connectionBytes) {
    /** There is no server. */
    public static final ServerMemory NONE = new ServerMemory(0, 0, 0);

    public ServerMemory {
      if (!(cacheShare >= 0 && cacheShare <= 1) || connectionBytes < 0) {
        throw new IllegalArgumentException(
            "invalid cacheShare %s (expected 0 to 1) or connectionBytes %d (expected 0 or more)"
                .formatted(cacheShare, connectionBytes));
      }
    }
  }

  /** An engine with every {@link Feature} and durability level, and without compression. */
  public static Capabilities cachingIn(CacheLocation cache) {
    return new Capabilities(
        EnumSet.allOf(Feature.class),
        cache,
        Set.of(Compression.NONE),
        EnumSet.allOf(Durability.class),
        ServerMemory.NONE);
  }

  /** Copy without some features. */
  public Capabilities without(Feature... missing) {
    EnumSet<Feature> left = EnumSet.copyOf(features);
    Set.of(missing).forEach(left::remove);
    return new Capabilities(left, cache, compressions, durabilities, server);
  }

  /** Copy with these codecs, {@link Compression#NONE} among them. */
  public Capabilities compressions(Compression... codecs) {
    return compressions(Set.of(codecs));
  }

  /** Copy with these codecs, {@link Compression#NONE} among them. */
  public Capabilities compressions(Set<Compression> codecs) {
    return new Capabilities(features, cache, codecs, durabilities, server);
  }

  /** Copy with these durability levels. */
  public Capabilities durabilities(Durability... levels) {
    return new Capabilities(features, cache, compressions, Set.of(levels), server);
  }

  /** Copy for a server. */
  public Capabilities serverMemory(ServerMemory memory) {
    return new Capabilities(features, cache, compressions, durabilities, memory);
  }

  /** Whether a server answers, in a process of its own or on another machine. */
  public boolean isServer() {
    return cache == CacheLocation.SERVER;
  }

  /** Whether keys are ordered and can be scanned; see {@link Feature#SCANS}. */
  public boolean ordered() {
    return features.contains(Feature.SCANS);
  }

  /** Whether several puts can be atomic; see {@link Feature#BATCHES}. */
  public boolean batches() {
    return features.contains(Feature.BATCHES);
  }

  /** Whether a kill leaves no part of a batch; see {@link Feature#WHOLE_BATCHES}. */
  public boolean wholeBatches() {
    return features.contains(Feature.WHOLE_BATCHES);
  }

  /** Whether reads return what was written; see {@link Feature#STORED_VALUES}. */
  public boolean storesValues() {
    return features.contains(Feature.STORED_VALUES);
  }

  /**
   * Rejects a codec or a durability level that the engine lacks. A weaker level than the engine's
   * weakest one is accepted: the engine replaces it by a stronger one.
   *
   * @throws UnsupportedSettingException with the supported values
   */
  public void require(String engine, EngineSettings settings) {
    if (!compressions.contains(settings.compression())) {
      throw new UnsupportedSettingException(
          "%s does not support compression %s (supported: %s; --nearest uses the nearest)"
              .formatted(engine, settings.compression(), EnumNames.list(compressions)));
    }
    if (settings.durability().compareTo(strongest()) > 0) {
      throw new UnsupportedSettingException(
          "%s supports durability up to %s; %s requested (use --durability %s for all engines, or --nearest)"
              .formatted(engine, strongest(), settings.durability(), strongest()));
    }
  }

  /** The strongest durability level; {@link Durability#NONE} if there is none. */
  public Durability strongest() {
    return durabilities.stream().max(Durability::compareTo).orElse(Durability.NONE);
  }
}
