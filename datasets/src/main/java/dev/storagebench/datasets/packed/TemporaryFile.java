package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that appears whole or not at all: written under a temporary name ({@code target.<16 hex
 * digits>.tmp}) beside its target and renamed by {@link #commit}. Closing without it, or Ctrl-C,
 * removes what was written; only a crash leaves it. For one thread.
 *
 * @param path the file to write
 */
public record TemporaryFile(Path target, Path path) implements Closeable {
  static final String SUFFIX = ".tmp";

  /**
   * A temporary file beside a target; neither need exist.
   *
   * @throws IllegalStateException if the process is stopping
   */
  public static TemporaryFile of(Path target) {
    String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Path path = target.resolveSibling(target.getFileName() + "." + unique + SUFFIX);
    path.toFile().deleteOnExit();
    return new TemporaryFile(target, path);
  }

  /** Renames the finished file to the target, durably, over a file that may stand there. */
  public void commit() throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder =
        FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException unsupported) {
      // Windows opens no folders; the rename is then as durable as the file system makes it.
      if (Files.notExists(target)) {
        throw unsupported;
      }
    }
  }

  /** Removes the file if it still has its temporary name. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
