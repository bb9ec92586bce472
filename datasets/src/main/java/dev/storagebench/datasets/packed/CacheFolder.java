package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.DatasetSpec;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The names of the files in a {@link DatasetCache}, and the removal of what is left over. */
final class CacheFolder {
  /** How long what nobody will ask for again is kept. */
  static final int KEPT_DAYS = 7;

  private static final int READABLE_LENGTH = 60;
  private static final String SUFFIX = ".records";

  private final Path folder;

  CacheFolder(Path folder) {
    this.folder = folder;
  }

  void create() throws IOException {
    Files.createDirectories(folder);
  }

  /** The packed file of a data set: readable first, then what tells it from all others. */
  Path file(DatasetSpec spec, String distinction) {
    String argument = spec.argument().replaceAll("[/\\\\]+$", "");
    String last = argument.substring(argument.replace('\\', '/').lastIndexOf('/') + 1);
    String input = last.equals("-") ? "stdin" : last;
    String readable = (spec.format() + "-" + input).replaceAll("[^A-Za-z0-9._-]+", "_");
    String cut = readable.substring(0, Math.min(readable.length(), READABLE_LENGTH));
    return folder.resolve(cut + "-" + distinction + SUFFIX);
  }

  /** The name a file that is packed each time ends up with. */
  Path oneOff(Path file, String digest) {
    String name = String.valueOf(file.getFileName());
    return file.resolveSibling(
        name.substring(0, name.length() - SUFFIX.length()) + "-" + digest + SUFFIX);
  }

  Path lockOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".lock");
  }

  /** Removes what a packing process that was killed has left; only for the holder of the lock. */
  void removeTemporariesOf(Path file) throws IOException {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            folder, file.getFileName() + ".*" + PackedWriter.TEMPORARY_SUFFIX)) {
      for (Path path : left) {
        Files.deleteIfExists(path);
      }
    }
  }

  /**
   * Removes files packed long ago from an input that cannot be read twice, and what killed
   * processes left of inputs that have changed since.
   */
  void removeOld() throws IOException {
    Instant oldest = Instant.now().minus(Duration.ofDays(KEPT_DAYS));
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(
            folder, "*{-once-*-*" + SUFFIX + "," + PackedWriter.TEMPORARY_SUFFIX + "}")) {
      for (Path path : left) {
        if (Files.getLastModifiedTime(path).toInstant().isBefore(oldest)) {
          Files.deleteIfExists(path);
          Files.deleteIfExists(CacheEntry.beside(path));
        }
      }
    }
  }
}
