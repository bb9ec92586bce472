package dev.storagebench.core.store;

import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder for one cell's own store, named by the process that made it, so that what a killed
 * process left is found and removed by the next one.
 */
public final class WorkFolder {
  private static final Pattern NAME = Pattern.compile("(\\d+)-(\\d+)-.*");

  private WorkFolder() {}

  /** Makes an empty folder below this one and removes those whose makers have died. */
  public static Path create(CacheFolder cache) throws IOException {
    Files.createDirectories(cache.work());
    sweep(cache);
    ProcessHandle self = ProcessHandle.current();
    return Files.createTempDirectory(cache.work(), self.pid() + "-" + startOf(self) + "-");
  }

  /** Removes the folders whose makers have died. */
  public static void sweep(CacheFolder cache) throws IOException {
    if (!Files.isDirectory(cache.work())) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache.work())) {
      for (Path folder : folders) {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        if (name.matches() && !lives(Long.parseLong(name.group(1)), name.group(2))) {
          StoreFolder.delete(folder);
        }
      }
    }
  }

  private static boolean lives(long pid, String start) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    // The same number may have been given to another process since.
    return process.isPresent() && String.valueOf(startOf(process.get())).equals(start);
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
