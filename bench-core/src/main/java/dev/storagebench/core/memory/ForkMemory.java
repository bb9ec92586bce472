package dev.storagebench.core.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The memory limit of a cell, as its fork sees it. The fork starts inside the group with room to
 * set itself up; {@link #begin} measures what the harness uses and sets the limit to that plus the
 * engine's share. A server's limit does not include the fork.
 */
public final class ForkMemory {
  /** System property: how the limit is enforced; no limit without it. */
  public static final String LIMITER_PROPERTY = "storagebench.memory.limiter";

  /** System property: the limit of engine and page cache. */
  public static final String BYTES_PROPERTY = "storagebench.memory.bytes";

  /** System property: the engine's share of the fork's fixed heap. */
  public static final String HEAP_CACHE_PROPERTY = "storagebench.memory.heap-cache";

  /**
   * System property: the prefix of the command line of a server that the fork starts, one word a
   * line.
   */
  public static final String SERVER_LAUNCHER_PROPERTY = "storagebench.server.launcher";

  /** System property, set in the fork: the process that runs the engine, if not the fork. */
  public static final String SERVER_PID_PROPERTY = "storagebench.server.pid";

  /** System property: true if the group is for a server that the fork starts. */
  public static final String SERVER_PROPERTY = "storagebench.memory.server";

  /** System property: the fixed overhead of a server, on top of {@link #BYTES_PROPERTY}. */
  public static final String OVERHEAD_PROPERTY = "storagebench.memory.overhead";

  private static final int UNCHANGED = 5;
  private static final long SETTLE_NANOS = 20_000_000;
  private static final long NEGLIGIBLE_BYTES = 1L << 18;

  private final String limiter;
  private final long engineBytes;
  private final boolean ofServer;
  private long grantedBytes;
  private long jvmBytes;
  private @Nullable ControlGroup group;
  private ProcessUsage before = ProcessUsage.NONE;
  private GroupUsage groupBefore = GroupUsage.NONE;
  private PageCache.@Nullable Dropped dropped;

  /** The prefix of the command line of a server that the fork starts; empty without a limit. */
  public static List<String> serverLauncher() {
    return System.getProperty(SERVER_LAUNCHER_PROPERTY, "").lines().toList();
  }

  private ForkMemory(String limiter, long engineBytes, boolean ofServer) {
    this.limiter = limiter;
    this.engineBytes = engineBytes;
    this.ofServer = ofServer;
    this.grantedBytes = Long.getLong(OVERHEAD_PROPERTY, 0);
  }

  /** The limit of this fork; null if it has none. */
  public static @Nullable ForkMemory current() {
    String limiter = System.getProperty(LIMITER_PROPERTY);
    return limiter == null
        ? null
        : new ForkMemory(
            limiter, Long.getLong(BYTES_PROPERTY), Boolean.getBoolean(SERVER_PROPERTY));
  }

  /**
   * The limited group: that of this fork, or of the server that it has started; null without a
   * limit, and before a server runs.
   */
  public static @Nullable ControlGroup group() throws IOException {
    String limiter = System.getProperty(LIMITER_PROPERTY);
    Long pid =
        Boolean.getBoolean(SERVER_PROPERTY)
            ? Long.getLong(SERVER_PID_PROPERTY)
            : Long.valueOf(ProcessHandle.current().pid());
    return limiter == null || pid == null
        ? null
        : ControlGroup.of(CgroupLimiter.version(limiter), pid);
  }

  /** Drops a store's files from the page cache. */
  public void drop(Path files) throws IOException {
    dropped = PageCache.drop(files);
  }

  /** Applies the limit: the harness has allocated all it needs, the store is not open yet. */
  public void begin() throws IOException {
    if (ofServer) {
      // Its group begins with the server.
      return;
    }
    ControlGroup own = openGroup();
    grantedBytes = settledBytes(own) - Long.getLong(HEAP_CACHE_PROPERTY, 0);
    jvmBytes = jvmBytes();
    own.limit(engineBytes + grantedBytes);
    own.resetPeak();
    groupBefore = own.usage();
    before = usage();
  }

  private ControlGroup openGroup() throws IOException {
    if (group == null) {
      group = group();
    }
    if (group == null) {
      throw new IOException("no server runs, whose memory is limited");
    }
    return group;
  }

  /**
   * How many bytes of a store's files to read for the limit to be full; 0 for a server's, which
   * does not include what the fork reads.
   */
  public long pageCacheBytes() {
    return ofServer ? 0 : engineBytes;
  }

  private static ProcessUsage usage() throws IOException {
    return ProcessUsage.of(System.getProperty(SERVER_PID_PROPERTY, ProcessUsage.SELF));
  }

  /** The proof of the limit; to be called after the last operation, before the store is closed. */
  public MemoryReport report() throws IOException {
    ControlGroup limited = openGroup();
    ControlGroup.Peak peak = limited.peak();
    long machineBytes = machineBytes("MemTotal");
    return new MemoryReport(
        limiter,
        engineBytes,
        grantedBytes,
        ofServer ? 0 : jvmBytes() - jvmBytes,
        limited.limit(),
        limited.outerLimit().filter(outer -> outer.bytes() < machineBytes).orElse(null),
        peak.bytes(),
        peak.sampled(),
        limited.usage().since(groupBefore),
        dropped,
        usage().since(before),
        limited.kills(),
        machineBytes);
  }

  /**
   * The memory in use once unreachable direct buffers are freed, which happens some time after a
   * collection. The heap itself is of fixed size.
   */
  private static long settledBytes(ControlGroup group) throws IOException {
    long least = Long.MAX_VALUE;
    int unchanged = 0;
    while (unchanged < UNCHANGED) {
      System.gc();
      trimNativeHeap();
      LockSupport.parkNanos(SETTLE_NANOS);
      long held = group.usage().anonymousBytes();
      unchanged = held < least - NEGLIGIBLE_BYTES ? 0 : unchanged + 1;
      least = Math.min(least, held);
    }
    return least;
  }

  /**
   * Returns memory that the C library has kept after free(): engines that allocate through it would
   * use it outside of their limit. JDKs before 17.0.9 cannot do it.
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

  /**
   * An amount of the machine's memory in bytes.
   *
   * @param name as {@code /proc/meminfo} has it
   * @throws IOException if it is not there, or this is not Linux
   */
  public static long machineBytes(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith(name + ":")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IOException("no " + name + " in /proc/meminfo");
  }

  /** Metaspace, compiled code and the like. */
  private static long jvmBytes() {
    return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getCommitted();
  }
}
