package dev.storagebench.datasets.packed;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Properties of the disk below a file, by the operating system. */
public final class Disk {

  private Disk() {}

  /** The file system; empty where its mount point is not visible, as in a plain chroot. */
  public static Optional<FileStore> of(Path file) {
    try {
      return Optional.of(Files.getFileStore(file));
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  /** The bytes that may be written below a folder; {@link Long#MAX_VALUE} if unknown. */
  public static long freeBytes(Path folder) {
    // Unlike a FileStore it needs no mount point.
    File file = folder.toFile();
    return file.getTotalSpace() == 0 ? Long.MAX_VALUE : file.getUsableSpace();
  }
}
