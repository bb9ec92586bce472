package dev.storagebench.core.memory;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * Heap memory that this JVM has allocated so far, and the time spent in garbage collection.
 *
 * @param allocatedBytes by the id of each live thread, the engine's own threads among them
 * @param collecting milliseconds of all collectors
 */
public record HeapUsage(Map<Long, Long> allocatedBytes, long collecting) {

  /** Reads both; takes microseconds and stops no thread. */
  public static HeapUsage now() {
    Map<Long, Long> allocated = new HashMap<>();
    if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
      long[] ids = threads.getAllThreadIds();
      long[] bytes = threads.getThreadAllocatedBytes(ids);
      for (int i = 0; i < ids.length; i++) {
        allocated.put(ids[i], Math.max(0, bytes[i]));
      }
    }
    long millis =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    return new HeapUsage(allocated, millis);
  }

  /** The bytes allocated since then by threads that still live. */
  public long bytesSince(HeapUsage earlier) {
    return allocatedBytes.entrySet().stream()
        .mapToLong(each -> each.getValue() - earlier.allocatedBytes.getOrDefault(each.getKey(), 0L))
        .sum();
  }
}
