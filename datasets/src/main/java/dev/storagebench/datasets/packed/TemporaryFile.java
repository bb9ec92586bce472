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
 */
public final class TemporaryFile implements Closeable {
  static final String SUFFIX = ".tmp";

  private final Path target;
  private final Path path;
  private final Thread removal;

  private TemporaryFile(Path target, Path path) {
    this.target = target;
    this.path = path;
    this.removal = new Thread(this::removeAtExit, "remove " + path);
  }

  /**
   * A temporary file beside a target; neither need exist.
   *
   * @throws IOException if the process is stopping already
   */
  public static TemporaryFile of(Path target) throws IOException {
    String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    TemporaryFile file =
        new TemporaryFile(
            target, target.resolveSibling(target.getFileName() + "." + unique + SUFFIX));
    try {
      Runtime.getRuntime().addShutdownHook(file.removal);
    } catch (IllegalStateException stopping) {
      throw new IOException("the process is stopping; " + target + " is not written", stopping);
    }
    return file;
  }

  /** Where to write. */
  public Path path() {
    return path;
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

  private void removeAtExit() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Nobody is left to tell; the next process that packs this input removes it.
    }
  }

  /** Removes the file if it still has its temporary name. */
  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException stopping) {
      // The removal runs by itself.
    }
    Files.deleteIfExists(path);
  }
}
