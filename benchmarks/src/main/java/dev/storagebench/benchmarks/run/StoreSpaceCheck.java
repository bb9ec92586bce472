package dev.storagebench.benchmarks.run;

import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.packed.PackedSummary;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether the cache folder has room for the stores that a run is going to load. What is needed is
 * an estimate: only a run that cannot load all of them is refused.
 *
 * @param stores how many are to be loaded
 * @param leastBytes what they take at least: all values, of stores that do not compress
 * @param likelyBytes what they and a working copy may take
 */
record StoreSpaceCheck(Path folder, long freeBytes, int stores, long leastBytes, long likelyBytes) {
  // LMDB and MVStore take 2 to 2.5 times the raw data where values have about a kilobyte.
  static final double OVERHEAD = 2.5;
  private static final String WAY_OUT =
      "free some space, use fewer engines or records, or another folder with --cache-folder or"
          + " STORAGE_BENCH_CACHE";

  /** Nothing to load. */
  static StoreSpaceCheck of(Path folder, long freeBytes) {
    return new StoreSpaceCheck(folder, freeBytes, 0, 0, 0);
  }

  /** With more stores of one kind; those that are not in this folder change nothing. */
  StoreSpaceCheck with(Capabilities engine, Compression compression, PackedSummary data, int more) {
    if (!engine.storesValues() || engine.isServer()) {
      return this;
    }
    long store = (long) (data.rawBytes() * OVERHEAD);
    return new StoreSpaceCheck(
        folder,
        freeBytes,
        stores + more,
        leastBytes + (compression == Compression.NONE ? more * data.valueBytes() : 0),
        // A working copy and a scratch copy are one at a time, of a store that is there.
        likelyBytes + more * store + (stores == 0 ? 2 * store : 0));
  }

  /**
   * A warning if it may get tight.
   *
   * @throws IllegalArgumentException if there is not even room for the bare values
   */
  Optional<String> check() {
    if (freeBytes < leastBytes) {
      throw new IllegalArgumentException(
          "the cache folder %s has %s free; loading %s needs at least %s and up to %s; %s"
              .formatted(
                  folder,
                  size(freeBytes),
                  counted(),
                  size(leastBytes),
                  size(likelyBytes),
                  WAY_OUT));
    }
    return freeBytes < likelyBytes
        ? Optional.of(
            "the cache folder %s has %s free; loading %s and a working copy may need up to %s: cells without space fail; %s"
                .formatted(folder, size(freeBytes), counted(), size(likelyBytes), WAY_OUT))
        : Optional.empty();
  }

  private String counted() {
    return stores == 1 ? "a store" : stores + " stores";
  }

  private static String size(long bytes) {
    return Figures.size((double) bytes);
  }
}
