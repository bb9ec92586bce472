package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;

/** The size of a cache that lives on the Java heap and must leave room there. */
public final class HeapCache {
  // The heap of a measured fork holds half as much again as the cache, so that there the whole
  // cache is granted; a JVM that only loads has a smaller one.
  private static final double MOST = 2.0 / 3;

  private final long asked;
  private final long bytes;

  public HeapCache(EngineSettings settings) {
    this.asked = settings.cacheBytes();
    this.bytes = Math.min(asked, (long) (MOST * Runtime.getRuntime().maxMemory()));
  }

  /** The size asked for, or what the heap can hold if that is less. */
  public long bytes() {
    return bytes;
  }

  /** Reports the size, set by the engine's option of this name. */
  public SettingsReport report(SettingsReport report, String option) {
    return bytes == asked
        ? report.honoured("cacheBytes", bytes, option + ", on heap")
        : report.replaced(
            "cacheBytes", bytes, option + ", two thirds of the heap, which is too small for more");
  }
}
