package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the control groups that govern this process's memory are mounted.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">mountinfo</a>
 * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">cgroups</a>
 */
final class Hierarchy {
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final Path GROUPS = Path.of("/proc/self/cgroup");

  private Hierarchy() {}

  /** This process's group with a memory controller of this version, or null. */
  static @Nullable Path own(Version version) {
    try {
      return Files.exists(MOUNTS) && Files.exists(GROUPS)
          ? own(version, Files.readAllLines(MOUNTS), Files.readAllLines(GROUPS))
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  static @Nullable Path own(Version version, List<String> mounts, List<String> groups) {
    String group = group(version, groups);
    if (group == null) {
      return null;
    }
    for (String mount : mounts) {
      // 36 35 98:0 /root /mounted/at rw,… shared:1 - type source options
      String[] words = mount.split(" ", -1);
      int dash = Arrays.asList(words).indexOf("-");
      if (dash < 0 || dash + 3 >= words.length) {
        continue;
      }
      boolean wanted =
          version == Version.V2
              ? words[dash + 1].equals("cgroup2")
              : words[dash + 1].equals("cgroup")
                  && List.of(words[dash + 3].split(",", -1)).contains("memory");
      if (wanted) {
        return below(Path.of(words[4]), words[3], group);
      }
    }
    return null;
  }

  /**
   * Where this process may make limited groups of version 2: the nearest directory at or above its
   * own one that is writable and hands the memory controller down; null if there is none. One that
   * holds processes itself hands nothing down, unless it is the root.
   */
  static @Nullable Path parentOfLimited() {
    for (Path at = own(Version.V2); at != null; at = at.getParent()) {
      Path handedDown = at.resolve("cgroup.subtree_control");
      if (!Files.exists(handedDown)) {
        return null;
      }
      try {
        if (Files.isWritable(at) && Files.readString(handedDown).contains("memory")) {
          return at;
        }
      } catch (IOException e) {
        return null;
      }
    }
    return null;
  }

  private static @Nullable String group(Version version, List<String> groups) {
    for (String line : groups) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3
          && (version == Version.V2
              ? parts[0].equals("0") && parts[1].isEmpty()
              : List.of(parts[1].split(",", -1)).contains("memory"))) {
        return parts[2];
      }
    }
    return null;
  }

  /** In a container the mount may show a part of the tree only, which its root names. */
  private static Path below(Path mount, String root, String group) {
    String rest =
        !root.equals("/") && group.startsWith(root) ? group.substring(root.length()) : group;
    Path path = mount.resolve(rest.startsWith("/") ? rest.substring(1) : rest).normalize();
    return path.startsWith(mount) && Files.isDirectory(path) ? path : mount;
  }
}
