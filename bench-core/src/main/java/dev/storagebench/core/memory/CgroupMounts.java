package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.ProcessMark;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The mounted hierarchies of control groups of one version that may have a memory controller. */
record CgroupMounts(Version version, List<Mount> mounts) {
  /** Begins the names of our groups and scopes, before the mark of their creator. */
  static final String PREFIX = "storage-bench-";

  private static final AtomicInteger CREATED = new AtomicInteger();

  /**
   * A mounted hierarchy.
   *
   * @param root the group that is mounted, as this process's namespace names it
   */
  record Mount(String root, Path folder) {
    /** In a container only a part of the hierarchy may be mounted. */
    Path below(String group) {
      String rest =
          !root.equals("/") && group.startsWith(root) ? group.substring(root.length()) : group;
      return folder.resolve(rest.replaceFirst("^/+", "")).normalize();
    }
  }

  /** The name of another group of this process. */
  static String newName() {
    return PREFIX + ProcessMark.self() + "-" + CREATED.incrementAndGet();
  }

  /** Those that this process sees; none on other systems than Linux. */
  static CgroupMounts here(Version version) {
    return parse(version, lines(Path.of("/proc/self/mountinfo")));
  }

  /**
   * Reads the mounts from the lines of a file.
   *
   * @param lines of <a
   *     href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">mountinfo</a>:
   *     {@code 36 35 98:0 /root /mounted/at rw,… shared:1 - type source options}
   */
  static CgroupMounts parse(Version version, List<String> lines) {
    String type = version == Version.V1 ? "cgroup \\S+ (?:.*,)?memory(?:,.*)?" : "cgroup2 .*";
    Pattern mount = Pattern.compile("\\S+ \\S+ \\S+ (\\S+) (\\S+) .* - " + type);
    return new CgroupMounts(
        version,
        matches(mount, lines)
            .map(found -> new Mount(found.group(1), Path.of(found.group(2))))
            .toList());
  }

  /** The group that a process is in; empty if it has ended, or its group is not mounted. */
  Optional<Path> groupOf(long pid) {
    return pathOf(pid).flatMap(path -> groupOf(pid, path));
  }

  /**
   * A process's group as its namespace names it, {@code /} at its root.
   *
   * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">/proc/pid/cgroup</a>
   */
  Optional<String> pathOf(long pid) {
    boolean self = pid == ProcessHandle.current().pid();
    Pattern line =
        Pattern.compile(version == Version.V1 ? "\\d+:(?:.*,)?memory(?:,.*)?:(/.*)" : "0::(/.*)");
    Path file = Path.of("/proc", self ? ProcessUsage.SELF : Long.toString(pid), "cgroup");
    return matches(line, lines(file)).map(found -> found.group(1)).findFirst();
  }

  /**
   * The folder of a process's group. In a namespace whose hierarchy is not mounted its path leads
   * nowhere or to another group; then all groups are searched for the process.
   */
  Optional<Path> groupOf(long pid, String path) {
    return Stream.concat(mounts.stream().map(mount -> mount.below(path)), groups())
        .filter(group -> lines(group.resolve(ControlGroup.PROCESSES)).contains("" + pid))
        .findFirst();
  }

  /** Kills what is in the groups of dead runs, whichever group they ran in, and removes these. */
  void sweep() throws IOException {
    for (Path group : groups().toList()) {
      String name = group.getFileName().toString();
      if (ProcessMark.isOrphan(name, PREFIX) && Files.isWritable(group)) {
        new ControlGroup(version, group).close();
      }
    }
  }

  /** All groups; those that are removed meanwhile or cannot be read are left out. */
  private Stream<Path> groups() {
    return mounts.stream().flatMap(mount -> tree(mount.folder));
  }

  private static Stream<Path> tree(Path group) {
    File[] inner = group.toFile().listFiles(File::isDirectory);
    return Stream.concat(
        Stream.of(group),
        Stream.ofNullable(inner).flatMap(Stream::of).map(File::toPath).flatMap(CgroupMounts::tree));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException gone) {
      return List.of();
    }
  }

  private static Stream<Matcher> matches(Pattern pattern, List<String> lines) {
    return lines.stream().map(pattern::matcher).filter(Matcher::matches);
  }
}
