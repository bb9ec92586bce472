package dev.storagebench.core.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private static final String PROCESSES = "cgroup.procs";
  private static final long REMOVE_ATTEMPTS = 100;
  private static final long REMOVE_PAUSE_MILLIS = 20;

  private final Version version;
  private final Path folder;
  // A peak is reset for the file descriptor that wrote to it only (Linux 6.12 on).
  private @Nullable RandomAccessFile peak;
  private boolean peakIsSampled;
  private long sampledPeak;

  ControlGroup(Version version, Path folder) {
    this.version = version;
    this.folder = folder;
  }

  /** {@link #path} of whatever group of version 2 a process finds itself in. */
  static final String INSIDE = "inside";

  /** The group that {@link MemoryLimiter.Group#path} names. */
  public static ControlGroup parse(String path) throws IOException {
    if (path.equals(INSIDE)) {
      Path own = own(Version.V2);
      if (own == null) {
        throw new IOException("this process is in no control group of version 2");
      }
      return new ControlGroup(Version.V2, own);
    }
    int colon = path.indexOf(':');
    return new ControlGroup(
        Version.valueOf(path.substring(0, colon)), Path.of(path.substring(colon + 1)));
  }

  @Override
  public String path() {
    return version + ":" + folder;
  }

  /** This process's group with a memory controller of this version, or null. */
  static @Nullable Path own(Version version) {
    try {
      return own(
          version,
          Files.readAllLines(Path.of("/proc/self/mountinfo")),
          Files.readAllLines(Path.of("/proc/self/cgroup")));
    } catch (IOException noLinux) {
      return null;
    }
  }

  /**
   * The same, from files.
   *
   * @param mounts lines of <a
   *     href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">mountinfo</a>:
   *     {@code 36 35 98:0 /root /mounted/at rw,… shared:1 - type source options}
   * @param groups lines of <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">
   *     /proc/self/cgroup</a>: {@code hierarchy:controllers:path}
   */
  static @Nullable Path own(Version version, List<String> mounts, List<String> groups) {
    boolean v2 = version == Version.V2;
    Pattern group = Pattern.compile(v2 ? "0::(.*)" : "\\d+:(?:.*,)?memory(?:,.*)?:(/.*)");
    Pattern mount =
        Pattern.compile(
            "\\S+ \\S+ \\S+ (\\S+) (\\S+) .* - "
                + (v2 ? "cgroup2 .*" : "cgroup \\S+ (?:.*,)?memory(?:,.*)?"));
    Optional<Matcher> path = first(group, groups);
    return first(mount, mounts)
        .filter(found -> path.isPresent())
        .map(found -> below(Path.of(found.group(2)), found.group(1), path.get().group(1)))
        .orElse(null);
  }

  private static Optional<Matcher> first(Pattern pattern, List<String> lines) {
    return lines.stream().map(pattern::matcher).filter(Matcher::matches).findFirst();
  }

  /** In a container only a part of the tree may be mounted, named by the mount's root. */
  private static Path below(Path mount, String root, String group) {
    String rest =
        !root.equals("/") && group.startsWith(root) ? group.substring(root.length()) : group;
    Path path = mount.resolve(rest.startsWith("/") ? rest.substring(1) : rest).normalize();
    return path.startsWith(mount) && Files.isDirectory(path) ? path : mount;
  }

  /** Limits memory and forbids swapping; the kernel reclaims what exceeds the limit first. */
  public void limit(long bytes) throws IOException {
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
    return read(version == Version.V1 ? "memory.limit_in_bytes" : "memory.max");
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
          peakIsSampled = true;
          sampledPeak = 0;
        }
      }
    }
  }

  /** The current usage. */
  public GroupUsage usage() throws IOException {
    Map<String, Long> stat = readTable("memory.stat");
    return switch (version) {
      case V1 ->
          new GroupUsage(
              stat.getOrDefault("total_cache", 0L),
              stat.getOrDefault("total_rss", 0L),
              stat.getOrDefault("total_workingset_refault_file", 0L),
              read("memory.max_usage_in_bytes"));
      case V2 ->
          new GroupUsage(
              stat.getOrDefault("file", 0L),
              stat.getOrDefault("anon", 0L),
              stat.getOrDefault("workingset_refault_file", 0L),
              peakOfV2());
    };
  }

  private long peakOfV2() throws IOException {
    if (peakIsSampled || peak == null) {
      sampledPeak = Math.max(sampledPeak, read("memory.current"));
      return sampledPeak;
    }
    peak.seek(0);
    return Long.parseLong(peak.readLine());
  }

  @Override
  public long kills() {
    try {
      return readTable(version == Version.V1 ? "memory.oom_control" : "memory.events")
          .getOrDefault("oom_kill", 0L);
    } catch (IOException removed) {
      return 0;
    }
  }

  /** The numbers of the processes inside. */
  List<Long> processes() throws IOException {
    try {
      return Files.readAllLines(folder.resolve(PROCESSES)).stream().map(Long::valueOf).toList();
    } catch (NoSuchFileException e) {
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
    if (peak != null) {
      peak.close();
      peak = null;
    }
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
        try {
          Thread.sleep(REMOVE_PAUSE_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
    }
  }

  /**
   * The lowest limit of this process's groups and all above them, if there is any. A container may
   * hide groups above its own.
   */
  public static Optional<Long> limitOfThisProcess() throws IOException {
    Optional<Long> least = Optional.empty();
    for (Version version : Version.values()) {
      Path own = own(version);
      if (own != null) {
        least = lesser(least, new ControlGroup(version, own).effectiveLimit());
      }
    }
    return least;
  }

  /** The smallest limit of this group and all above it, if there is any. */
  Optional<Long> effectiveLimit() throws IOException {
    if (version == Version.V1) {
      return Optional.ofNullable(readTable("memory.stat").get("hierarchical_memory_limit"));
    }
    Optional<Long> least = Optional.empty();
    for (Path at = folder; at != null && Files.exists(at.resolve(PROCESSES)); at = at.getParent()) {
      // The root has no such file, nor has a group to which the controller is not handed down.
      if (Files.exists(at.resolve("memory.max"))) {
        long bytes = new ControlGroup(version, at).limit();
        if (bytes != Long.MAX_VALUE) {
          least = lesser(least, Optional.of(bytes));
        }
      }
    }
    return least;
  }

  private static Optional<Long> lesser(Optional<Long> one, Optional<Long> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
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
    } catch (FileSystemException e) {
      // EBUSY: the kernel cannot reclaim enough.
      if (String.valueOf(e.getMessage()).contains("busy")) {
        throw new IOException(
            "the memory limit of %,d KiB is below what the group already uses; raise --memory or use more records"
                .formatted(value >> 10),
            e);
      }
      throw e;
    }
  }

  private Map<String, Long> readTable(String file) throws IOException {
    Map<String, Long> table = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve(file))) {
      int space = line.indexOf(' ');
      if (space > 0) {
        table.put(line.substring(0, space), Long.parseUnsignedLong(line.substring(space + 1)));
      }
    }
    return table;
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
