package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.datasets.input.CloseOnFailure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates control groups in the kernel's file system: as root, or in a subtree delegated to the
 * user. Each carries the mark of its creator, so that those of a killed run are found and removed.
 *
 * @param parent where to create groups; null if no hierarchy of this version is mounted
 */
record CgroupLimiter(Version version, @Nullable Path parent) implements MemoryLimiter {
  private static final int MOVE_ATTEMPTS = 10;
  private static final String CONTROLLER = "memory";
  private static final String CONTROLLERS = "cgroup.controllers";
  private static final String SUBTREE_CONTROL = "cgroup.subtree_control";

  /** The child of its group in which the tool runs; it stays, with the shell that started it. */
  private static final String OWN_CHILD = "storage-bench";

  static CgroupLimiter here(Version version) {
    return new CgroupLimiter(version, parent(CgroupMounts.here(version)));
  }

  /**
   * This process's own group or, of version 2, the nearest at or above it that is writable and
   * hands the memory controller down: a group with processes of its own does not, unless it is the
   * root of all. The groups above the root of a namespace are out of bounds.
   */
  private static @Nullable Path parent(CgroupMounts mounts) {
    long self = ProcessHandle.current().pid();
    Path own = mounts.groupOf(self).orElse(null);
    if (mounts.version() == Version.V2 && own != null) {
      Path path = Path.of(mounts.pathOf(self).orElse("/"));
      int levels = path.startsWith("/..") ? 0 : path.getNameCount();
      Path at = own;
      for (int i = 0; i <= levels && at != null; i++, at = at.getParent()) {
        if (lists(at.resolve(SUBTREE_CONTROL)) && Files.isWritable(at)) {
          return at;
        }
      }
    }
    return own;
  }

  /** Whether the memory controller is in a list of controllers. */
  private static boolean lists(Path file) {
    try {
      return List.of(Files.readString(file).strip().split(" ", -1)).contains(CONTROLLER);
    } catch (IOException aboveTheRoot) {
      return false;
    }
  }

  /** The version of control groups behind any limiter, by its name. */
  static Version version(String limiter) {
    return limiter.equals(new CgroupLimiter(Version.V1, null).name()) ? Version.V1 : Version.V2;
  }

  @Override
  public String name() {
    return "cgroup-" + version.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Optional<String> missing() {
    if (parent == null) {
      return Optional.of(
          version == Version.V1
              ? "no cgroup v1 memory controller is mounted (usual on newer systems)"
              : "this process's group is in no mounted cgroup v2 hierarchy");
    }
    if (version == Version.V2 && !lists(parent.resolve(CONTROLLERS))) {
      return Optional.of(
          "%s has no memory controller: the parent group does not enable it in cgroup.subtree_control, or cgroup v1 has it (boot with the unified hierarchy)"
              .formatted(parent));
    }
    try (Group group = create(TRIAL_BYTES)) {
      return group
          .failure()
          .map(
              output ->
                  "no process can be moved below %s (%s); run as root".formatted(parent, output));
    } catch (IOException e) {
      return Optional.of("cannot create a group in %s: %s".formatted(parent, reason(e)));
    }
  }

  private static String reason(IOException e) {
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return Objects.requireNonNullElse(
        reason,
        "permission denied; run as root, in a group that is delegated to you (systemd-run -p Delegate=yes), or in a container with a writable hierarchy (--privileged)");
  }

  @Override
  public Group create(long limitBytes) throws IOException {
    Path above = Objects.requireNonNull(parent, "no mounted hierarchy");
    if (version == Version.V2 && Files.isWritable(above)) {
      handDown(above);
    }
    Path folder = Files.createDirectory(above.resolve(CgroupMounts.newName()));
    return CloseOnFailure.of(
        new ControlGroup(version, folder),
        group -> {
          group.limit(limitBytes);
          return group;
        });
  }

  /**
   * Makes a group hand the memory controller down to its children. It must have no processes, so
   * this tool and what has started it move into a child.
   */
  private static void handDown(Path group) throws IOException {
    Path control = group.resolve(SUBTREE_CONTROL);
    if (lists(control)) {
      return;
    }
    ControlGroup above = new ControlGroup(Version.V2, group);
    for (int attempt = 1; ; attempt++) {
      try {
        Files.writeString(control, "+" + CONTROLLER);
        return;
      } catch (IOException busy) {
        if (attempt == MOVE_ATTEMPTS || above.processes().isEmpty()) {
          throw busy;
        }
      }
      moveInto(group.resolve(OWN_CHILD), above.processes(), group);
    }
  }

  private static void moveInto(Path child, List<Long> processes, Path group) throws IOException {
    Set<Long> own = ownProcesses(processes);
    List<Long> others = processes.stream().filter(each -> !own.contains(each)).toList();
    if (!others.isEmpty()) {
      throw new IOException(
          "it holds processes that are not this tool's (%s), and a group with processes cannot enable controllers for its children; move them into a child: mkdir %s/others; for p in $(cat %s/cgroup.procs); do echo $p > %s/others/cgroup.procs; done"
              .formatted(
                  others.stream().map(each -> each + named(each)).collect(Collectors.joining(", ")),
                  group,
                  group,
                  group));
    }
    Files.createDirectories(child);
    for (long process : processes) {
      try {
        Files.writeString(child.resolve(ControlGroup.PROCESSES), Long.toString(process));
      } catch (IOException endedMeanwhile) {
        // Whether one is left is looked at again.
      }
    }
  }

  /** Selects this process and its ancestors, with all that they have started. */
  private static Set<Long> ownProcesses(List<Long> processes) {
    ProcessHandle first = ProcessHandle.current();
    while (first.parent().filter(above -> processes.contains(above.pid())).isPresent()) {
      first = first.parent().get();
    }
    Set<Long> own = new HashSet<>(Set.of(first.pid()));
    first.descendants().forEach(each -> own.add(each.pid()));
    return own;
  }

  private static String named(long process) {
    return ProcessHandle.of(process)
        .flatMap(each -> each.info().command())
        .map(command -> " " + Path.of(command).getFileName())
        .orElse("");
  }
}
