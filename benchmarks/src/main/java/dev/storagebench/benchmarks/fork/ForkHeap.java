package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.List;

/**
 * The Java heap of a fork: of fixed size and touched at the start, so that it is the same at every
 * moment and its part of a limit is known.
 *
 * @param cacheBytes the part of it that an engine's cache may fill; 0 for engines that have theirs
 *     elsewhere
 * @param serial whether its collector is the one with the least memory and threads of its own
 */
public record ForkHeap(long bytes, long cacheBytes, boolean serial) {
  private static final long MIB = 1L << 20;

  /** Room for JMH, the harness and a generation for short-lived objects. */
  private static final long BASE_BYTES = 28 * MIB;

  // An engine without direct buffers makes an array of each value, and so may its binding.
  private static final int VALUES_A_THREAD = 4;

  // Objects around cached bytes, and the room that a collector needs to move them.
  private static final double CACHE_ROOM = 1.5;

  // For changes that wait to be written, where no write buffer is asked for.
  private static final long WRITES_BYTES = 64 * MIB;

  // Of an engine on the heap without a memory limit, whose collector should not wait for room.
  private static final long GARBAGE_BYTES = 1024 * MIB;

  // Of a binding that makes arrays of what a native engine returns.
  private static final long BINDING_GARBAGE_BYTES = 256 * MIB;

  // Close: JE overwrote 60,000 reviews in 2.4 times its part in one run, and was killed in the
  // next.
  private static final long HEAPS_IN_A_LIMIT = 2;

  // RocksDB and LMDB load 30,000 reviews in it, and are killed in 14 MiB.
  private static final long LEAST_TO_LOAD_BYTES = 16 * MIB;

  // Below it the JVM's own choice is the serial collector, and G1's for a large heap above.
  private static final long SERVER_CLASS_BYTES = 1792 * MIB;

  private static final long CLIENT_BYTES = 224 * MIB;
  private static final long CONNECTION_BYTES = MIB;

  // Objects around a record in a batch.
  private static final long RECORD_BYTES = 100;

  /** The heap of a JVM that does no more than load a store. */
  static ForkHeap forLoading(CacheLocation home) {
    return home == CacheLocation.HEAP
        ? new ForkHeap(1024 * MIB, 640 * MIB, /* serial= */ false)
        : new ForkHeap(512 * MIB, 0, /* serial= */ true);
  }

  /** The heap for an engine. */
  public static ForkHeap of(CacheLocation home, EngineSettings settings, int threads) {
    long values = (long) threads * VALUES_A_THREAD * settings.expected().maxValueBytes();
    long writes = settings.writeBufferBytes().orElse(WRITES_BYTES);
    long cache =
        home == CacheLocation.HEAP ? Math.round(CACHE_ROOM * (settings.cacheBytes() + writes)) : 0;
    boolean roomy = settings.memoryBytes() == EngineSettings.UNLIMITED;
    long garbage =
        !roomy || home == CacheLocation.SERVER
            ? 0
            : home == CacheLocation.HEAP || home == CacheLocation.PAGE_CACHE
                ? GARBAGE_BYTES
                : BINDING_GARBAGE_BYTES;
    // A server's client is outside of the limit, and collections would be its own cost.
    long client = home == CacheLocation.SERVER ? CLIENT_BYTES + threads * CONNECTION_BYTES : 0;
    boolean serial = cache == 0 || settings.memoryBytes() < SERVER_CLASS_BYTES;
    return new ForkHeap(roundUp(BASE_BYTES + values + cache + garbage + client), cache, serial);
  }

  /** Adds room for batches of records, of which some engines make objects. */
  ForkHeap holding(long records, PackedSummary data) {
    long record = data.rawBytes() / Math.max(1, data.records()) + RECORD_BYTES;
    return new ForkHeap(
        roundUp(bytes + Math.round(CACHE_ROOM * Math.min(records, data.records()) * record)),
        cacheBytes,
        serial);
  }

  /**
   * Refuses a limit that no engine can live in.
   *
   * @param loads whether a store is loaded within it
   * @throws UnsupportedSettingException with the least that works
   */
  void requireRoom(long limitBytes, boolean loads) {
    long least = Math.max(HEAPS_IN_A_LIMIT * cacheBytes, loads ? LEAST_TO_LOAD_BYTES : 0);
    if (limitBytes < least) {
      throw new UnsupportedSettingException(
          "memory %s is too little: what the engine and its JVM cannot give back does not fit; the least that works is %s%s"
              .formatted(
                  Figures.size((double) limitBytes),
                  Figures.size((double) least),
                  cacheBytes == 0
                      ? ""
                      : " with this cache and write buffer (-p cache=, -p writeBuffer=), of which the Java heap holds "
                          + Figures.size((double) cacheBytes)));
    }
  }

  private static long roundUp(long bytes) {
    return (bytes + MIB - 1) / MIB * MIB;
  }

  List<String> sizeFlags() {
    return List.of("-Xms" + bytes / MIB + "m", "-Xmx" + bytes / MIB + "m", "-XX:+AlwaysPreTouch");
  }

  /** The collector. */
  String collectorFlag() {
    return serial ? "-XX:+UseSerialGC" : "-XX:+UseG1GC";
  }
}
