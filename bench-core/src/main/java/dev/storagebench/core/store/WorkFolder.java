package dev.storagebench.core.store;

import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder for one cell's own store. Its name has the {@link ProcessMark} of its creator, so that
 * the next process removes what a killed one left.
 */
public final class WorkFolder {
  private static final Pattern NAME = Pattern.compile("\\d+-\\d+-(.+)-\\d+");

  private WorkFolder() {}

  /** Creates an empty folder and removes those of dead processes. */
  public static Path create(CacheFolder cache, StorageEngine engine) throws IOException {
    Files.createDirectories(cache.work());
    sweep(cache);
    return Files.createTempDirectory(
        cache.work(), "%s-%s-".formatted(ProcessMark.self(), engine.name()));
  }

  /** Removes the folders of dead processes. */
  public static void sweep(CacheFolder cache) throws IOException {
    if (!Files.isDirectory(cache.work())) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache.work())) {
      for (Path folder : folders) {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        if (name.matches()
            && ProcessMark.atStartOf(name.group())
                .filter(creator -> !creator.lives())
                .isPresent()) {
          // The engine may have data elsewhere, for example a table on a server.
          Optional<StorageEngine> engine =
              Engines.all().stream().filter(any -> any.name().equals(name.group(1))).findAny();
          if (engine.isPresent()) {
            engine.get().delete(folder);
          } else {
            // It belongs to a plugin that is not loaded.
            StoreFolder.delete(folder);
          }
        }
      }
    }
  }
}
