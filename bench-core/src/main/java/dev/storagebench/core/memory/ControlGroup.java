package dev.storagebench.core.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One directory of the kernel's control group file system, in either of its versions.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v1/memory.html">version 1</a>
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">version 2</a>
 */
public final class ControlGroup implements MemoryLimiter.Group {
  /** The version of the control group interface. */
  enum Version {
    V1,
    V2
  }

  static final String PROCESSES = "cgroup.procs";
  private static final long REMOVE_ATTEMPTS = 100;
  private static final long REMOVE_PAUSE_NANOS = 20_000_000;

  private final Version version;
  private final Path folder;
  // A peak is reset for the file descriptor that wrote to it only (Linux 6.12 on).
  private @Nullable RandomAccessFile peak;
  private boolean cannotReset;

  ControlGroup(Version version, Path folder) {
    this.version = version;
    this.folder = folder;
  }

  /** The group of a process; read from the process, wherever its limiter has put it. */
  static ControlGroup of(Version version, long pid) throws IOException {
    return new ControlGroup(
        version,
        CgroupMounts.here(version)
            .groupOf(pid)
            .orElseThrow(
                () -> new IOException("process " + pid + " is in no visible control group")));
  }

  /**
   * Limits memory and forbids swapping; the kernel reclaims what exceeds the limit first.
   *
   * @throws IOException if more is in use than can be reclaimed; version 2 would kill the process
   */
  public void limit(long bytes) throws IOException {
    if (usage().anonymousBytes() > bytes) {
      throw tooLow(bytes, null);
    }
    switch (version) {
      case V1 -> {
        // The limit with swap must never be the lower one.
        String withSwap = "memory.memsw.limit_in_bytes";
        boolean raise = bytes > limit();
        writeIfPresent(raise ? withSwap : "memory.limit_in_bytes", bytes);
        writeIfPresent(raise ? "memory.limit_in_bytes" : withSwap, bytes);
        write("memory.swappiness", 0);
      }
      case V2 -> {
        write("memory.max", bytes);
        writeIfPresent("memory.swap.max", 0);
      }
    }
  }

  /** The effective limit as reported by the kernel, rounded to pages. */
  public long limit() throws IOException {
    return read(named("memory.limit_in_bytes", "memory.max"));
  }

  /** Begins a new peak. */
  public void resetPeak() throws IOException {
    switch (version) {
      case V1 -> write("memory.max_usage_in_bytes", 0);
      case V2 -> {
        try {
          if (peak == null) {
            peak = new RandomAccessFile(folder.resolve("memory.peak").toFile(), "rw");
          }
          peak.write("reset\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException olderKernel) {
          closePeak();
          cannotReset = true;
        }
      }
    }
  }

  /** The current usage. */
  public GroupUsage usage() throws IOException {
    Map<String, Long> stat = readTable("memory.stat");
    return new GroupUsage(
        stat.getOrDefault(named("total_cache", "file"), 0L),
        stat.getOrDefault(named("total_rss", "anon"), 0L),
        stat.getOrDefault(named("total_workingset_refault_file", "workingset_refault_file"), 0L),
        version == Version.V1 ? null : readTable("memory.events").getOrDefault("max", 0L));
  }

  /** Name of a file or a statistic in the version of this group. */
  private String named(String first, String second) {
    return version == Version.V1 ? first : second;
  }

  /** The bytes of files that are mapped and charged to the group, without shared memory. */
  long mappedBytes() throws IOException {
    Map<String, Long> stat = readTable("memory.stat");
    return Math.max(
        0,
        stat.getOrDefault(named("total_mapped_file", "file_mapped"), 0L)
            - stat.getOrDefault(named("total_shmem", "shmem"), 0L));
  }

  /**
   * The most memory that was in use, kernel memory included.
   *
   * @param sampled whether it is only what was in use when it was asked for
   */
  record Peak(long bytes, boolean sampled) {}

  /** The peak since {@link #resetPeak} or, if that was not called, since the group was created. */
  Peak peak() throws IOException {
    if (version == Version.V1) {
      return new Peak(read("memory.max_usage_in_bytes"), false);
    }
    if (peak != null) {
      peak.seek(0);
      return new Peak(Long.parseLong(peak.readLine()), false);
    }
    // Linux 5.19 on.
    return cannotReset || !Files.exists(folder.resolve("memory.peak"))
        ? new Peak(read("memory.current"), true)
        : new Peak(read("memory.peak"), false);
  }

  private void closePeak() throws IOException {
    if (peak != null) {
      peak.close();
      peak = null;
    }
  }

  @Override
  public long kills() {
    try {
      return readTable(named("memory.oom_control", "memory.events")).getOrDefault("oom_kill", 0L);
    } catch (IOException removed) {
      return 0;
    }
  }

  /** The numbers of the processes inside. */
  List<Long> processes() throws IOException {
    Path file = folder.resolve(PROCESSES);
    try {
      return Files.readAllLines(file).stream().map(Long::valueOf).toList();
    } catch (IOException e) {
      // Another run may remove it meanwhile; an open file of it is then no such device.
      if (Files.exists(file)) {
        throw e;
      }
      return List.of();
    }
  }

  /**
   * A shell that enters the group and then becomes the command, so that the command's first page
   * already counts.
   */
  @Override
  public List<String> launcher() {
    return List.of(
        "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve(PROCESSES).toString());
  }

  /** Kills what runs inside and removes the group, if it exists. */
  @Override
  public void close() throws IOException {
    closePeak();
    for (int attempt = 1; ; attempt++) {
      for (long process : processes()) {
        ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
      }
      try {
        Files.deleteIfExists(folder);
        return;
      } catch (IOException busy) {
        // A process that was killed leaves its group a moment later.
        if (attempt == REMOVE_ATTEMPTS) {
          throw busy;
        }
        LockSupport.parkNanos(REMOVE_PAUSE_NANOS);
      }
    }
  }

  /**
   * A limit of memory.
   *
   * @param group the folder of the group that has it
   */
  public record Limit(long bytes, String group) {}

  /**
   * The lowest limit of this process's groups and all above them, if there is any. A container may
   * hide groups above its own.
   */
  public static Optional<Limit> limitOfThisProcess() throws IOException {
    List<Limit> limits = new ArrayList<>();
    for (Version version : Version.values()) {
      Optional<Path> own = CgroupMounts.here(version).groupOf(ProcessHandle.current().pid());
      if (own.isPresent()) {
        new ControlGroup(version, own.get()).effectiveLimit().ifPresent(limits::add);
      }
    }
    return limits.stream().min(Comparator.comparing(Limit::bytes));
  }

  /** The lowest limit of the groups above this one, if there is any. */
  Optional<Limit> outerLimit() throws IOException {
    Path above = folder.getParent();
    return above == null ? Optional.empty() : new ControlGroup(version, above).effectiveLimit();
  }

  /** The lowest limit of this group and all above it, if there is any. */
  Optional<Limit> effectiveLimit() throws IOException {
    if (version == Version.V1) {
      return Files.exists(folder.resolve("memory.stat"))
          ? Optional.ofNullable(readTable("memory.stat").get("hierarchical_memory_limit"))
              .map(bytes -> new Limit(bytes, folder.toString()))
          : Optional.empty();
    }
    List<Limit> limits = new ArrayList<>();
    for (Path at = folder; at != null && Files.exists(at.resolve(PROCESSES)); at = at.getParent()) {
      // The root has no such file, nor has a group to which the controller is not handed down.
      if (Files.exists(at.resolve("memory.max"))) {
        limits.add(new Limit(new ControlGroup(version, at).limit(), at.toString()));
      }
    }
    return limits.stream()
        .filter(limit -> limit.bytes() != Long.MAX_VALUE)
        .min(Comparator.comparing(Limit::bytes));
  }

  private long read(String file) throws IOException {
    String text = Files.readString(folder.resolve(file)).strip();
    return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
  }

  private void writeIfPresent(String file, long value) throws IOException {
    if (Files.exists(folder.resolve(file))) {
      write(file, value);
    }
  }

  private void write(String file, long value) throws IOException {
    try {
      Files.writeString(folder.resolve(file), Long.toString(value));
    } catch (IOException e) {
      // EBUSY: the kernel cannot reclaim enough.
      throw String.valueOf(e.getMessage()).contains("busy") ? tooLow(value, e) : e;
    }
  }

  private static IOException tooLow(long bytes, @Nullable IOException cause) {
    return new IOException(
        "the process already uses more than the memory limit of %,d KiB, and cannot give it back; raise --memory or use more records, or shrink the heap with a smaller cache and write buffer (-p cache=, -p writeBuffer=)"
            .formatted(bytes >> 10),
        cause);
  }

  private Map<String, Long> readTable(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file)).stream()
        .map(line -> line.split(" ", 2))
        .filter(words -> words.length == 2)
        .collect(Collectors.toMap(words -> words[0], words -> Long.parseUnsignedLong(words[1])));
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
