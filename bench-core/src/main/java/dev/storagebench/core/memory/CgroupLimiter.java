package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Creates control groups in the kernel's file system: as root, or in a subtree delegated to the
 * user. Each carries the mark of its creator, so that those of a killed run are found and removed.
 */
final class CgroupLimiter implements MemoryLimiter {
  private static final String PREFIX = "storage-bench-";
  private static final long TRIAL_BYTES = 64L << 20;
  private static final AtomicInteger CREATED = new AtomicInteger();

  private final Version version;
  private final @Nullable Path parent;

  /**
   * @param parent where to create groups; null if there is no memory controller of this version
   */
  CgroupLimiter(Version version, @Nullable Path parent) {
    this.version = version;
    this.parent = parent;
  }

  /**
   * The nearest group of version 2 at or above this process's own that is writable and delegates
   * the memory controller, or null. A group with processes of its own delegates nothing, unless it
   * is the root.
   */
  static @Nullable Path delegated() {
    for (Path at = ControlGroup.own(Version.V2); at != null; at = at.getParent()) {
      try {
        if (Files.readString(at.resolve("cgroup.subtree_control")).contains("memory")
            && Files.isWritable(at)) {
          return at;
        }
      } catch (IOException aboveTheRoot) {
        return null;
      }
    }
    return null;
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
              : "no writable directory in /sys/fs/cgroup delegates the memory controller; run as"
                  + " root or in a delegated subtree, or boot with the unified hierarchy");
    }
    try (Group group = create(TRIAL_BYTES)) {
      List<String> trial = new ArrayList<>(group.launcher());
      trial.add("true");
      return SystemdLimiter.output(trial) == null
          ? Optional.empty()
          : Optional.of("no process can be moved below %s; run as root".formatted(parent));
    } catch (IOException e) {
      return Optional.of("cannot create a group in %s: %s; run as root".formatted(parent, e));
    }
  }

  @Override
  public Group create(long limitBytes) throws IOException {
    if (parent == null) {
      throw new IOException(name() + " is not available");
    }
    Path folder = parent.resolve(PREFIX + ProcessMark.self() + "-" + CREATED.incrementAndGet());
    Files.createDirectory(folder);
    ControlGroup group = new ControlGroup(version, folder);
    try {
      group.limit(limitBytes);
    } catch (IOException | RuntimeException e) {
      group.close();
      throw e;
    }
    return group;
  }

  @Override
  public void sweep() throws IOException {
    if (parent == null || !Files.isWritable(parent)) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        String name = folder.getFileName().toString().substring(PREFIX.length());
        if (ProcessMark.atStartOf(name).filter(creator -> !creator.lives()).isPresent()) {
          new ControlGroup(version, folder).close();
        }
      }
    }
  }
}
