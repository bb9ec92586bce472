package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import java.util.HashMap;
import java.util.Map;

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

  /**
   * The size for the report, and the reason if it is not the one that is asked for.
   *
   * @param others values for the report, which are added
   */
  public Map<String, ?> inForce(Map<String, ?> others) {
    String least = ", the smallest that it takes";
    String most = ", limited to two thirds of the heap";
    Map<String, Object> all = new HashMap<>(others);
    all.put("cacheBytes", bytes);
    all.put("limit", bytes > askedBytes ? least : most);
    return all;
  }
}
