package dev.storagebench.core.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The memory limit of a cell, as its fork sees it. The fork starts inside the group with room to
 * set itself up; {@link #begin} measures what the harness uses and sets the limit to that plus the
 * engine's share. A server's limit does not include the fork.
 */
public final class ForkMemory {
  /** In which a server starts, beside its caches; {@link #serverRuns} takes back what is left. */
  public static final long SERVER_START_BYTES = 160L << 20;

  // What the JVM takes later: its compilers for moments, the code that they make, and stacks. The C
  // library keeps what they free; an engine in C allocates from that, one in Java cannot. With 40
  // MiB Berkeley DB JE was killed in one of two runs in a limit of 29 MiB.
  private static final long COMPILER_BYTES = 8L << 20;
  private static final long COMPILER_BYTES_OF_JAVA = 56L << 20;

  private static final Pattern MAPPED_CODE =
      Pattern.compile("(?m)^(\\p{XDigit}+)-(\\p{XDigit}+) r-.p \\S+ \\S+ [1-9].*$");
  private static final int CHUNK_BYTES = 1 << 20;

  private static final int UNCHANGED = 5;
  private static final long SETTLE_NANOS = 20_000_000;
  private static final long NEGLIGIBLE_BYTES = 1L << 18;

  private final Limit limit;
  private long grantedBytes;
  private long jvmBytes;
  private @Nullable Long codeBytes;
  private @Nullable ControlGroup group;
  private ProcessUsage before = ProcessUsage.NONE;
  private GroupUsage groupBefore = GroupUsage.NONE;
  private PageCache.@Nullable Dropped dropped;
  private @Nullable Long server;

  /**
   * The limit as the host asks for it.
   *
   * @param limiter the name of what enforces it
   * @param bytes of engine and page cache
   * @param heapCacheBytes the engine's share of the fork's fixed heap
   * @param connectionBytes what a server's connections will take, on top of the others
   * @param serverLauncher the prefix of the command line of a server that the fork starts, for
   *     which the group is; empty if it is for the fork
   */
  public record Limit(
      String limiter,
      long bytes,
      long heapCacheBytes,
      long connectionBytes,
      List<String> serverLauncher) {
    public Limit {
      serverLauncher = List.copyOf(serverLauncher);
    }

    private long serverBytes() {
      return isForServer() ? SERVER_START_BYTES + connectionBytes : 0;
    }

    private boolean isForServer() {
      return !serverLauncher.isEmpty();
    }
  }

  /** Creates the memory of this JVM. */
  public ForkMemory(Limit limit) {
    this.limit = limit;
    this.grantedBytes = limit.serverBytes();
  }

  /** Notes the process that runs the engine, which is not this one. */
  public void server(long pid) {
    server = pid;
  }

  /**
   * The limited group: that of this fork, or of its server; null before a server runs.
   *
   * @param server its process; null before it runs, and if there is none
   */
  public static @Nullable ControlGroup group(Limit limit, @Nullable Long server)
      throws IOException {
    Long pid = limit.isForServer() ? server : Long.valueOf(ProcessHandle.current().pid());
    return pid == null ? null : ControlGroup.of(CgroupLimiter.version(limit.limiter), pid);
  }

  /** Drops a store's files from the page cache. */
  public void drop(Path files) throws IOException {
    dropped = PageCache.drop(files);
  }

  /**
   * Applies the limit: the harness has allocated all it needs, the engine's code has been used, the
   * store is not open yet.
   */
  public void begin() throws IOException {
    if (!limit.isForServer()) {
      jvmBytes = jvmBytes();
      long copied = copyCodeToAnonymousMemory();
      long evictable = copied == 0 ? openGroup().mappedBytes() : 0;
      codeBytes = copied + evictable;
      long later = limit.heapCacheBytes == 0 ? COMPILER_BYTES : COMPILER_BYTES_OF_JAVA;
      grant(settledBytes(openGroup()) + evictable + later - limit.heapCacheBytes);
    }
  }

  /**
   * Applies the limit to a server, which has started: what it holds by now, its caches still empty,
   * is granted on top.
   */
  public void serverRuns() throws IOException {
    if (limit.isForServer()) {
      long code = openGroup().mappedBytes();
      codeBytes = code;
      long held = openGroup().usage().anonymousBytes() + code + limit.connectionBytes;
      grant(Math.min(held, limit.serverBytes()));
    }
  }

  private void grant(long bytes) throws IOException {
    grantedBytes = bytes;
    ControlGroup own = openGroup();
    own.limit(limit.bytes + grantedBytes);
    own.resetPeak();
    groupBefore = own.usage();
    before = usage();
  }

  /**
   * Makes anonymous memory of the code and constants of the JVM, the C library and the engine: what
   * this process has mapped privately, from files, and never writes. A limit may evict such pages
   * like those of the store, and each fault then reads as much as the disk reads ahead. Anonymous
   * memory is charged to this process's group whoever has read the files first, and is not evicted
   * as long as the group does not swap. Writes each page with what it holds, for which the kernel
   * makes a copy.
   *
   * @return its bytes; 0 where the kernel does not allow it, such as with {@code
   *     proc_mem.force_override=never}
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html">/proc/pid/maps</a>
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mem.5.html">/proc/pid/mem</a>
   */
  private static long copyCodeToAnonymousMemory() {
    long copied = 0;
    try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "rw")) {
      String maps = Files.readString(Path.of("/proc/self/maps"));
      for (MatchResult mapping : MAPPED_CODE.matcher(maps).results().toList()) {
        long end = Long.parseLong(mapping.group(2), 16);
        for (long at = Long.parseLong(mapping.group(1), 16); at < end; at += CHUNK_BYTES) {
          byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, end - at)];
          memory.seek(at);
          memory.readFully(chunk);
          memory.seek(at);
          memory.write(chunk);
          copied += chunk.length;
        }
      }
    } catch (IOException notAllowed) {
      return copied;
    }
    return copied;
  }

  private ControlGroup openGroup() throws IOException {
    if (group == null) {
      group = group(limit, server);
    }
    if (group == null) {
      throw new IOException("no server is running whose memory could be limited");
    }
    return group;
  }

  /**
   * How many bytes of a store's files to read for the limit to be full; 0 for a server's, which
   * does not include what the fork reads.
   */
  public long pageCacheBytes() {
    return limit.isForServer() ? 0 : limit.bytes;
  }

  private ProcessUsage usage() throws IOException {
    return ProcessUsage.of(server == null ? ProcessUsage.SELF : server.toString());
  }

  /** The proof of the limit; to be called after the last operation, before the store is closed. */
  public MemoryReport report() throws IOException {
    ControlGroup limited = openGroup();
    ControlGroup.Peak peak = limited.peak();
    long machineBytes = machineBytes("MemTotal");
    return new MemoryReport(
        limit.limiter,
        limit.bytes,
        grantedBytes,
        codeBytes,
        limit.isForServer() ? 0 : jvmBytes() - jvmBytes,
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
      // An older JDK.
    }
  }

  /**
   * A sum of amounts of the machine's memory, in bytes.
   *
   * @param names as {@code /proc/meminfo} has them, which is read once
   * @throws IOException if this is not Linux
   */
  public static long machineBytes(String... names) throws IOException {
    Pattern lines = Pattern.compile("(?m)^(?:%s): +(\\d+)".formatted(String.join("|", names)));
    return lines
        .matcher(Files.readString(Path.of("/proc/meminfo")))
        .results()
        .mapToLong(line -> Long.parseLong(line.group(1)) << 10)
        .sum();
  }

  /** Metaspace, compiled code and the like. */
  private static long jvmBytes() {
    return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getCommitted();
  }
}
