package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Groups that this process makes below one of the file system's directories, each named by its
 * maker, so that those of a killed run are found and removed by the next one.
 */
final class RunCgroups {
  private static final String PREFIX = "storage-bench-";

  private final Version version;
  private final Path parent;
  private final AtomicInteger made = new AtomicInteger();

  RunCgroups(Version version, Path parent) {
    this.version = version;
    this.parent = parent;
  }

  MemoryGroup create(long bytes) throws IOException {
    Path folder;
    do {
      folder = parent.resolve(PREFIX + ProcessMark.self() + "-" + made.incrementAndGet());
    } while (Files.exists(folder));
    Files.createDirectory(folder);
    ControlGroup group = new ControlGroup(version, folder);
    try {
      group.limit(bytes);
    } catch (IOException | RuntimeException e) {
      group.remove();
      throw e;
    }
    return new Own(group);
  }

  void sweep() throws IOException {
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        String name = folder.getFileName().toString().substring(PREFIX.length());
        if (ProcessMark.atStartOf(name).filter(maker -> !maker.lives()).isPresent()) {
          new ControlGroup(version, folder).remove();
        }
      }
    }
  }

  private record Own(ControlGroup group) implements MemoryGroup {
    @Override
    public List<String> launcher() {
      return group.launcher();
    }

    @Override
    public String place() {
      return group.place();
    }

    @Override
    public long kills() {
      try {
        return group.kills();
      } catch (IOException e) {
        return 0;
      }
    }

    @Override
    public void close() throws IOException {
      group.remove();
    }
  }
}
