package dev.storagebench.core.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The limit that a cell lives under, as its fork sees it. The fork starts inside the group with
 * room to set itself up; {@link #begin} then measures what the harness holds and sets the limit to
 * that and what was granted to the engine. Under a server's limit the fork itself is not inside.
 */
public final class ForkMemory {
  /** System property: how the limit is enforced. */
  public static final String LIMITER_PROPERTY = "storagebench.memory.limiter";

  /** System property: the {@link MemoryGroup#place}; there is no limit without it. */
  public static final String PLACE_PROPERTY = "storagebench.memory.place";

  /** System property: what engine and page cache get. */
  public static final String BYTES_PROPERTY = "storagebench.memory.bytes";

  /** System property: the part of the fork's fixed heap that belongs to the engine. */
  public static final String HEAP_CACHE_PROPERTY = "storagebench.memory.heap-cache";

  /**
   * System property: words, one on each line, that are put before the command line of a server
   * which the fork starts.
   */
  public static final String SERVER_LAUNCHER_PROPERTY = "storagebench.server.launcher";

  /** System property, set in the fork: the process that does the engine's work, if not the fork. */
  public static final String SERVER_PID_PROPERTY = "storagebench.server.pid";

  /** System property: true if the group is that of a server which the fork starts. */
  public static final String SERVER_PROPERTY = "storagebench.memory.server";

  /** System property: what a server is granted on top of {@link #BYTES_PROPERTY}. */
  public static final String OVERHEAD_PROPERTY = "storagebench.memory.overhead";

  private static final int UNCHANGED = 5;
  private static final long SETTLE_MILLIS = 20;
  private static final long NEGLIGIBLE_BYTES = 1L << 18;

  private final ControlGroup group;
  private final String limiter;
  private final long engineBytes;
  private final boolean ofServer;
  private long grantedBytes;
  private long jvmBytes;
  private ProcessUsage before = ProcessUsage.NONE;
  private PageCache.@Nullable Dropped dropped;

  /** The words before the command line of a server that the fork starts; none without a limit. */
  public static List<String> serverLauncher() {
    return System.getProperty(SERVER_LAUNCHER_PROPERTY, "").lines().toList();
  }

  private ForkMemory(ControlGroup group, String limiter, long engineBytes, boolean ofServer) {
    this.group = group;
    this.limiter = limiter;
    this.engineBytes = engineBytes;
    this.ofServer = ofServer;
    this.grantedBytes = Long.getLong(OVERHEAD_PROPERTY, 0);
  }

  /** The limit of this fork; null if it has none. */
  public static @Nullable ForkMemory current() throws IOException {
    String place = System.getProperty(PLACE_PROPERTY);
    return place == null
        ? null
        : new ForkMemory(
            ControlGroup.parse(place),
            System.getProperty(LIMITER_PROPERTY, ""),
            Long.getLong(BYTES_PROPERTY),
            Boolean.getBoolean(SERVER_PROPERTY));
  }

  /** Drops a store's files from the page cache. */
  public void drop(Path files) throws IOException {
    dropped = PageCache.drop(files);
  }

  /** Puts the limit into force; the harness has all that it needs, the store is still closed. */
  public void begin() throws IOException {
    if (!ofServer) {
      grantedBytes = settledBytes() - Long.getLong(HEAP_CACHE_PROPERTY, 0);
      jvmBytes = jvmBytes();
      group.limit(engineBytes + grantedBytes);
    }
    group.resetPeak();
    before = ofServer ? ProcessUsage.NONE : usage();
  }

  /**
   * Whether files of this size, and as much again for the engine, are well within the limit. Never
   * under a server's limit: what the fork reads is not the server's.
   */
  public boolean holds(long fileBytes) {
    return !ofServer && 2 * fileBytes <= engineBytes;
  }

  private static ProcessUsage usage() throws IOException {
    return ProcessUsage.of(System.getProperty(SERVER_PID_PROPERTY, ProcessUsage.SELF));
  }

  /** What it came to; the last operation has ended and the store is still open. */
  public MemoryReport report() throws IOException {
    GroupUsage usage = group.usage();
    return new MemoryReport(
        limiter,
        engineBytes,
        grantedBytes,
        ofServer ? 0 : jvmBytes() - jvmBytes,
        group.limit(),
        usage.peakBytes(),
        usage,
        dropped,
        usage().since(before),
        group.kills(),
        machineBytes());
  }

  /**
   * What is held when all direct buffers that nobody uses any more have been given back, which
   * happens some time after a collection has found them. The heap itself is of fixed size.
   */
  private long settledBytes() throws IOException {
    long least = Long.MAX_VALUE;
    int unchanged = 0;
    while (unchanged < UNCHANGED) {
      System.gc();
      trimNativeHeap();
      try {
        Thread.sleep(SETTLE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      long held = group.usage().anonymousBytes();
      unchanged = held < least - NEGLIGIBLE_BYTES ? 0 : unchanged + 1;
      least = Math.min(least, held);
    }
    return least;
  }

  /**
   * Lets the C library give back what it keeps of freed memory: otherwise engines that allocate
   * through it would find some that no limit counts as theirs. JDKs before 17.0.9 cannot.
   */
  private static void trimNativeHeap() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "systemTrimNativeHeap",
              null,
              null);
    } catch (JMException notHere) {
      return;
    }
  }

  private static long machineBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith("MemTotal:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IOException("no MemTotal in /proc/meminfo");
  }

  /** Metaspace, compiled code and the like. */
  private static long jvmBytes() {
    return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getCommitted();
  }
}
