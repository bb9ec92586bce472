package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;

/**
 * The size of a cache on the Java heap, at most two thirds of it. The heap of a measured fork is
 * one and a half times the cache, so that the whole cache fits; a JVM that only loads has less.
 *
 * @param bytes the size in force
 */
public record HeapCache(long askedBytes, long bytes) {

  /**
   * The cache that is asked for, or what the heap has room for.
   *
   * @param minBytes the smallest that the engine takes; 0 if it takes any
   */
  public static HeapCache of(EngineSettings asked, long minBytes) {
    long room = Runtime.getRuntime().maxMemory() / 3 * 2;
    return new HeapCache(
        asked.cacheBytes(), Math.min(Math.max(asked.cacheBytes(), minBytes), room));
  }

  /** Begins a report with the size, set by the engine's option of this name. */
  public SettingsReport report(String option) {
    String reason =
        bytes > askedBytes ? ", the smallest that it takes" : ", limited to two thirds of the heap";
    return new SettingsReport()
        .limited("cacheBytes", askedBytes, bytes, option + ", on the heap", option + reason);
  }
}
