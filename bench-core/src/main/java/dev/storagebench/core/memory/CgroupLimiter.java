package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Control groups that this process may make itself: as root, or in a part delegated to its user.
 */
final class CgroupLimiter implements MemoryLimiter {
  private static final long TRIAL_BYTES = 64L << 20;

  private final Version version;
  private final @Nullable Path parent;

  /**
   * @param parent where groups are made; null if this version is not there or has no memory
   *     controller
   */
  CgroupLimiter(Version version, @Nullable Path parent) {
    this.version = version;
    this.parent = parent;
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
              ? "no memory controller of version 1 is mounted (usual on newer systems)"
              : "no writable directory of /sys/fs/cgroup hands the memory controller down: run as"
                  + " root, or in a part that root delegated to you, or boot with the unified hierarchy");
    }
    if (!Files.isWritable(parent)) {
      return Optional.of(
          "%s is not writable for %s: run as root"
              .formatted(parent, System.getProperty("user.name")));
    }
    try (MemoryGroup group = create(TRIAL_BYTES)) {
      List<String> trial = new ArrayList<>(group.launcher());
      trial.add("true");
      Process process =
          new ProcessBuilder(trial)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0
          ? Optional.empty()
          : Optional.of(
              "a process may not be moved below %s: run as root, or from inside that part"
                  .formatted(parent));
    } catch (IOException e) {
      return Optional.of("no limited group can be made in %s: %s".formatted(parent, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  @Override
  public MemoryGroup create(long bytes) throws IOException {
    return groups().create(bytes);
  }

  @Override
  public void sweep() throws IOException {
    if (parent != null && Files.isWritable(parent)) {
      groups().sweep();
    }
  }

  private RunCgroups groups() throws IOException {
    if (parent == null) {
      throw new IOException(name() + " is not there");
    }
    return new RunCgroups(version, parent);
  }
}
