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
 * @param server how a server divides its memory; {@link ServerMemory#NONE} of embedded engines
 */
public record Capabilities(
    boolean ordered,
    boolean batches,
    CacheLocation cache,
    boolean storesValues,
    Set<Compression> compressions,
    Set<Durability> durabilities,
    ServerMemory server) {

  public Capabilities {
    compressions = Set.copyOf(compressions);
    durabilities = Set.copyOf(durabilities);
    if (!compressions.contains(Compression.NONE)) {
      throw new IllegalArgumentException("every engine must run without compression");
    }
  }

  /**
   * How a server divides a limit of memory.
   *
   * @param cacheShare the part that is the engine's cache unless a size is asked for, from 0 to 1;
   *     0 where the cache follows from the tier of memory, as for all embedded engines
   * @param leastCacheBytes the smallest cache it runs with
   * @param overheadBytes what it needs beside its caches, whatever the size of the data: granted on
   *     top of a limit, as the harness's own JVM is for embedded engines
   * @param connectionBytes what each connection needs beside that, from the 33rd on
   */
  public record ServerMemory(
      double cacheShare, long leastCacheBytes, long overheadBytes, long connectionBytes) {
    private static final int CONNECTIONS = 32;

    /** There is no server. */
    public static final ServerMemory NONE = new ServerMemory(0, 0, 0, 0);

    public ServerMemory {
      if (!(cacheShare >= 0 && cacheShare <= 1) || overheadBytes < 0) {
        throw new IllegalArgumentException(
            "cacheShare %s must be from 0 to 1 and overheadBytes %d not negative"
                .formatted(cacheShare, overheadBytes));
      }
    }

    /** What is granted on top of a limit for so many connections. */
    public long overheadBytes(int connections) {
      return overheadBytes + connectionBytes * Math.max(0, connections - CONNECTIONS);
    }
  }

  /** An engine whose memory is limited as that of the fork. */
  public Capabilities(
      boolean ordered,
      boolean batches,
      CacheLocation cache,
      boolean storesValues,
      Set<Compression> compressions,
      Set<Durability> durabilities) {
    this(ordered, batches, cache, storesValues, compressions, durabilities, ServerMemory.NONE);
  }

  /**
   * An engine with ordered keys and batches that stores what it is given, uncompressed, with every
   * durability: the beginning of a description.
   */
  public static Capabilities cachingIn(CacheLocation cache) {
    return new Capabilities(
        true, true, cache, true, Set.of(Compression.NONE), EnumSet.allOf(Durability.class));
  }

  /** The same without an order of keys, hence without scans. */
  public Capabilities withoutOrder() {
    return new Capabilities(
        false, batches, cache, storesValues, compressions, durabilities, server);
  }

  /** The same without batches. */
  public Capabilities withoutBatches() {
    return new Capabilities(
        ordered, false, cache, storesValues, compressions, durabilities, server);
  }

  /** The same of an engine that answers reads with other bytes than those it was given. */
  public Capabilities withoutValues() {
    return new Capabilities(ordered, batches, cache, false, compressions, durabilities, server);
  }

  /** The same with these codecs, {@link Compression#NONE} among them. */
  public Capabilities withCompressions(Set<Compression> codecs) {
    return new Capabilities(ordered, batches, cache, storesValues, codecs, durabilities, server);
  }

  /** The same with these durabilities. */
  public Capabilities withDurabilities(Set<Durability> others) {
    return new Capabilities(ordered, batches, cache, storesValues, compressions, others, server);
  }

  /** The same of a server. */
  public Capabilities withServerMemory(ServerMemory memory) {
    return new Capabilities(
        ordered, batches, cache, storesValues, compressions, durabilities, memory);
  }
}
