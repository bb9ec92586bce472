package dev.storagebench.core.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that all engines are given alike. An engine applies those it has, keeps its own
 * default where none is given, and reports each one in {@link Store#settings}.
 *
 * @param memoryBytes memory for the engine and the page cache together, enforced from outside;
 *     {@link #UNLIMITED} for no limit
 * @param cacheBytes size of the engine's own cache (block cache, buffer pool)
 * @param writeBufferBytes size of one write buffer in memory; empty for the engine's own default
 * @param blockBytes size of a data block or page, uncompressed; empty for the engine's own default
 * @param durability what an acknowledged write survives
 * @param bloomBitsPerKey bits per key of a Bloom filter; 0 for none, empty for the engine's own
 *     default
 * @param expected the data that will be stored, to size maps and tables
 * @param options the candidate's options, by the engine's own names; see {@link Candidate#options}
 */
public record EngineSettings(
    long memoryBytes,
    long cacheBytes,
    Optional<Long> writeBufferBytes,
    Optional<Integer> blockBytes,
    Compression compression,
    Durability durability,
    Optional<Integer> bloomBitsPerKey,
    Expected expected,
    Map<String, String> options) {

  private static final long MAX_CACHE_TO_LOAD_BYTES = 2L << 30;

  /** The {@link #memoryBytes} without a limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * The data that will be stored.
   *
   * @param rawBytes keys and values together
   * @param maxValueBytes the longest value that is ever put
   */
  public record Expected(long records, long rawBytes, int maxKeyBytes, int maxValueBytes) {}

  public EngineSettings {
    if (cacheBytes < 0
        || writeBufferBytes.orElse(1L) <= 0
        || blockBytes.orElse(1) <= 0
        || bloomBitsPerKey.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "cacheBytes %d and bloomBitsPerKey %s must be at least 0, writeBufferBytes %s and blockBytes %s at least 1"
              .formatted(cacheBytes, bloomBitsPerKey, writeBufferBytes, blockBytes));
    }
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** These settings with these options of a candidate. */
  public EngineSettings withOptions(Map<String, String> others) {
    return with(memoryBytes, cacheBytes, compression, durability, others);
  }

  /** These settings with another codec and durability. */
  EngineSettings with(Compression codec, Durability level) {
    return with(memoryBytes, cacheBytes, codec, level, options);
  }

  /**
   * These settings for loading a store that is closed and kept: without durability, without a
   * memory limit, and with a cache that holds all data up to 2 GiB.
   */
  public EngineSettings forLoading() {
    return with(
        UNLIMITED,
        Math.max(cacheBytes, Math.min(2 * expected.rawBytes(), MAX_CACHE_TO_LOAD_BYTES)),
        compression,
        Durability.NONE,
        options);
  }

  private EngineSettings with(
      long memory, long cache, Compression codec, Durability level, Map<String, String> others) {
    return new EngineSettings(
        memory,
        cache,
        writeBufferBytes,
        blockBytes,
        codec,
        level,
        bloomBitsPerKey,
        expected,
        others);
  }
}
