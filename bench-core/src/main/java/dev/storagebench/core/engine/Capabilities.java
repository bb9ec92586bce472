package dev.storagebench.core.engine;

import java.util.EnumSet;
import java.util.Set;

/**
 * What an engine can do.
 *
 * @param ordered keys are kept in unsigned byte order and {@link Session#scan} works
 * @param batches several puts can be stored together or not at all, by {@link Session#batch}
 * @param cache where the engine keeps what it has read
 * @param storesValues false only for {@code noop}, whose values cannot be verified
 * @param compressions the codecs its settings accept, {@link Compression#NONE} among them
 * @param durabilities the promises it can keep exactly; a stronger one may stand in for a weaker
 *     one and is then reported as {@link AppliedSetting.Role#REPLACED}
 * @param cacheShare the part of a limit of memory that is the engine's cache unless a size is asked
 *     for, from 0 to 1; 0 where the cache follows from the tier of memory, as for all embedded
 *     engines
 * @param overheadBytes what a server needs beside its caches, whatever the size of the data:
 *     granted on top of a limit, as the harness's own JVM is for embedded engines
 */
public record Capabilities(
    boolean ordered,
    boolean batches,
    CacheHome cache,
    boolean storesValues,
    Set<Compression> compressions,
    Set<Durability> durabilities,
    double cacheShare,
    long overheadBytes) {

  public Capabilities {
    compressions = Set.copyOf(compressions);
    durabilities = Set.copyOf(durabilities);
    if (!compressions.contains(Compression.NONE)) {
      throw new IllegalArgumentException("every engine must run without compression");
    }
    if (!(cacheShare >= 0 && cacheShare <= 1) || overheadBytes < 0) {
      throw new IllegalArgumentException(
          "cacheShare %s must be from 0 to 1 and overheadBytes %d not negative"
              .formatted(cacheShare, overheadBytes));
    }
  }

  /** An engine whose memory is limited as that of the fork. */
  public Capabilities(
      boolean ordered,
      boolean batches,
      CacheHome cache,
      boolean storesValues,
      Set<Compression> compressions,
      Set<Durability> durabilities) {
    this(ordered, batches, cache, storesValues, compressions, durabilities, 0, 0);
  }

  /**
   * An engine with ordered keys and batches that stores what it is given, uncompressed, with every
   * durability: the beginning of a description.
   */
  public static Capabilities cachingIn(CacheHome cache) {
    return new Capabilities(
        true, true, cache, true, Set.of(Compression.NONE), EnumSet.allOf(Durability.class));
  }

  /** The same without an order of keys, hence without scans. */
  public Capabilities withoutOrder() {
    return new Capabilities(
        false, batches, cache, storesValues, compressions, durabilities, cacheShare, overheadBytes);
  }

  /** The same without batches. */
  public Capabilities withoutBatches() {
    return new Capabilities(
        ordered, false, cache, storesValues, compressions, durabilities, cacheShare, overheadBytes);
  }

  /** The same of an engine that answers reads with other bytes than those it was given. */
  public Capabilities withoutValues() {
    return new Capabilities(
        ordered, batches, cache, false, compressions, durabilities, cacheShare, overheadBytes);
  }

  /** The same with these codecs, {@link Compression#NONE} among them. */
  public Capabilities withCompressions(Set<Compression> codecs) {
    return new Capabilities(
        ordered, batches, cache, storesValues, codecs, durabilities, cacheShare, overheadBytes);
  }

  /** The same with these durabilities. */
  public Capabilities withDurabilities(Set<Durability> others) {
    return new Capabilities(
        ordered, batches, cache, storesValues, compressions, others, cacheShare, overheadBytes);
  }

  /** The same of a server that has this share of its limit as cache, and this overhead. */
  public Capabilities withServerMemory(double share, long overhead) {
    return new Capabilities(
        ordered, batches, cache, storesValues, compressions, durabilities, share, overhead);
  }
}
