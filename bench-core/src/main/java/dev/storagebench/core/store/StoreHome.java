package dev.storagebench.core.store;

import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The place of one store in the cache. It holds a store that is complete, which {@code store.json}
 * says; or one that is being loaded, or was when its loader died, which {@code loading} says; or
 * nothing that anybody could use.
 *
 * @param home the folder; it need not exist
 */
record StoreHome(StorageEngine engine, Path home) {
  private static final String INFO = "store.json";
  private static final String LOADING = "loading";
  private static final String FILES = "files";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How the complete store came to be; null if there is none. */
  @Nullable StoreInfo info() {
    return infoIn(home);
  }

  /** The same of any engine's. */
  static @Nullable StoreInfo infoIn(Path home) {
    Path file = home.resolve(INFO);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return JSON.readValue(file.toFile(), StoreInfo.class);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** The store's own folder. */
  Path files() {
    return home.resolve(FILES);
  }

  /** Whether a load was cut off here. */
  boolean isLoading() {
    return Files.exists(home.resolve(LOADING)) && !Files.exists(home.resolve(INFO));
  }

  /** Makes an empty place for a load. */
  void begin() throws IOException {
    remove();
    Files.createDirectories(files());
    Files.writeString(home.resolve(LOADING), "by pid " + ProcessHandle.current().pid());
  }

  /** Says that the store is complete. */
  void complete(StoreInfo info) throws IOException {
    Path part = home.resolve(INFO + ".part");
    JSON.writeValue(part.toFile(), info);
    Files.move(part, home.resolve(INFO), StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(home.resolve(LOADING));
  }

  /** Removes what is there. First what it says of itself, should this be cut off as well. */
  void remove() throws IOException {
    Files.deleteIfExists(home.resolve(LOADING));
    Files.deleteIfExists(home.resolve(INFO));
    if (Files.exists(files())) {
      engine.delete(files());
    }
    StoreFolder.delete(home);
  }
}
