package dev.storagebench.core.engine;

import java.nio.file.Path;

/** A store of an {@link EmbeddedEngine} that occupies all files of one folder. */
public abstract class FolderStore implements KeyValueStore {
  /** The folder of the store. */
  protected final Path folder;

  /**
   * @param folder the folder that {@link StorageEngine#open} was given
   */
  protected FolderStore(Path folder) {
    this.folder = folder;
  }

  @Override
  public long bytesOnDisk() {
    return StoreFolder.allocatedBytes(folder);
  }
}
