package dev.storagebench.core.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What every engine is asked for alike. An engine maps what it has and reports, by {@link
 * Store#settings}, what it did with each.
 *
 * @param memoryBytes what the engine and the page cache get together, a limit that is enforced from
 *     outside; {@link #UNLIMITED} for none
 * @param cacheBytes size of the engine's own cache of data (block cache, buffer pool)
 * @param writeBufferBytes size of one in-memory write buffer, where there is one
 * @param blockBytes size of a data block or page, uncompressed
 * @param compression codec of the stored data
 * @param durability what an acknowledged write survives
 * @param bloomBitsPerKey bits per key of a Bloom filter, where there is one; 0 for none
 * @param expected what will be stored, so that maps and tables can be sized
 * @param options the candidate's own, in the engine's words; see {@link Candidate#options}
 */
public record EngineSettings(
    long memoryBytes,
    long cacheBytes,
    long writeBufferBytes,
    int blockBytes,
    Compression compression,
    Durability durability,
    int bloomBitsPerKey,
    Expected expected,
    Map<String, String> options) {

  private static final long MAX_CACHE_TO_LOAD_BYTES = 2L << 30;

  /** The {@link #memoryBytes} where there is no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * What will be stored.
   *
   * @param records how many records
   * @param rawBytes keys and values together
   * @param maxKeyBytes the longest key
   * @param maxValueBytes the longest value that will ever be put
   */
  public record Expected(long records, long rawBytes, int maxKeyBytes, int maxValueBytes) {}

  public EngineSettings {
    if (cacheBytes < 0 || writeBufferBytes <= 0 || blockBytes <= 0 || bloomBitsPerKey < 0) {
      throw new IllegalArgumentException(
          "cacheBytes %d, writeBufferBytes %d, blockBytes %d and bloomBitsPerKey %d must be positive"
              .formatted(cacheBytes, writeBufferBytes, blockBytes, bloomBitsPerKey));
    }
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** Settings of a candidate without options. */
  public EngineSettings(
      long memoryBytes,
      long cacheBytes,
      long writeBufferBytes,
      int blockBytes,
      Compression compression,
      Durability durability,
      int bloomBitsPerKey,
      Expected expected) {
    this(
        memoryBytes,
        cacheBytes,
        writeBufferBytes,
        blockBytes,
        compression,
        durability,
        bloomBitsPerKey,
        expected,
        Map.of());
  }

  /** These settings with these options of the candidate's own. */
  public EngineSettings withOptions(Map<String, String> others) {
    return with(memoryBytes, cacheBytes, compression, durability, others);
  }

  /** These settings with another codec and promise. */
  EngineSettings with(Compression codec, Durability promise) {
    return with(memoryBytes, cacheBytes, codec, promise, options);
  }

  /**
   * These settings for loading a store that will be closed and kept: without a promise, without a
   * limit of memory, and with a cache that holds all data where that is at hand.
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
      long memory, long cache, Compression codec, Durability promise, Map<String, String> others) {
    return new EngineSettings(
        memory,
        cache,
        writeBufferBytes,
        blockBytes,
        codec,
        promise,
        bloomBitsPerKey,
        expected,
        others);
  }
}
