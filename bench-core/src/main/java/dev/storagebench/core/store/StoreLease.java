package dev.storagebench.core.store;

import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A prepared store in the caller's hands, until it is closed. */
public final class StoreLease implements AutoCloseable {
  private final StoreInfo info;
  private final Path files;
  private final @Nullable Path marker;
  private final ProcessLock lock;

  StoreLease(StoreInfo info, Path files, @Nullable Path marker, ProcessLock lock) {
    this.info = info;
    this.files = files;
    this.marker = marker;
    this.lock = lock;
  }

  /** How the store came to be. */
  public StoreInfo info() {
    return info;
  }

  /**
   * The prepared store itself, to be opened and read. If the caller dies meanwhile and the store
   * cannot stand that, it is loaded anew for the next one.
   */
  public Path openInPlace() throws IOException {
    if (marker != null) {
      Files.writeString(marker, "pid " + ProcessHandle.current().pid());
    }
    return files;
  }

  /** The folder of the prepared store. */
  public Path files() {
    return files;
  }

  /** Copies the store, to be written to; the original stays as it was. */
  public void copyTo(StorageEngine engine, Path folder) throws IOException {
    engine.copy(files, folder);
  }

  /** Gives the store back; it has been closed cleanly. */
  @Override
  public void close() throws IOException {
    if (marker != null) {
      Files.deleteIfExists(marker);
    }
    lock.close();
  }
}
