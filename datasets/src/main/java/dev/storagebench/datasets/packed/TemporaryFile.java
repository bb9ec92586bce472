package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is gone once this is closed or the process is told to stop (Ctrl-C), unless it was
 * renamed before: what is half written is left by a crash only. For one thread.
 */
public final class TemporaryFile implements Closeable {
  private final Path path;
  private final Thread removal;

  /**
   * Watches over a file, which need not exist yet.
   *
   * @throws IOException if the process is stopping already
   */
  public TemporaryFile(Path path) throws IOException {
    this.path = path;
    this.removal = new Thread(this::removeAtExit, "remove " + path);
    try {
      Runtime.getRuntime().addShutdownHook(removal);
    } catch (IllegalStateException stopping) {
      throw new IOException("the process is stopping; " + path + " is not written", stopping);
    }
  }

  /** Where to write. */
  public Path path() {
    return path;
  }

  private void removeAtExit() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Nobody is left to be told; the next who packs removes it.
    }
  }

  /** Removes the file if it still has this name. */
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
