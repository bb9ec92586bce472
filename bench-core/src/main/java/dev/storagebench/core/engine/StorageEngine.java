package dev.storagebench.core.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A storage engine, found by {@link java.util.ServiceLoader} and named by {@code engine=} on the
 * command line.
 *
 * <p>An implementation has a public constructor without arguments that touches no native library,
 * so that listing the engines loads none of them.
 */
public interface StorageEngine {

  /** The name on the command line and in results: lower case, for example {@code rocksdb}. */
  String name();

  /**
   * Whether the engine can run here, and in which version; loads the native library to find out.
   * Never throws for a missing library: that is {@link Availability.Unsupported}.
   */
  Availability availability();

  /**
   * Why the engine takes no part in a run that names no engines; empty if it does. Loads no native
   * library.
   */
  default Optional<String> staysOut() {
    return Optional.empty();
  }

  /** Whether its library may not get on with other engines' in one process. */
  default boolean keepsApart() {
    return false;
  }

  /** Counted up when a change of the adapter makes it write other files for the same settings. */
  default int storeRevision() {
    return 1;
  }

  /**
   * Whether a load that was cut off, be it by the end of this process or of the engine's, can go on
   * from what had been committed by then: the store opens again, and {@link Store#resumedLoader}
   * puts what is missing.
   */
  default boolean resumesLoads() {
    return false;
  }

  /** What the engine can do, whatever its settings. */
  Capabilities capabilities();

  /**
   * Opens the store in a folder, or creates one in an empty folder.
   *
   * @param folder exists and is empty or holds what this engine left there; nobody else uses it
   * @param settings what to open it with
   * @throws EngineException if the engine refuses
   * @throws UnsupportedSettingException if the engine cannot do what a setting demands
   */
  Store open(Path folder, EngineSettings settings);

  /**
   * Copies a closed store, so that a benchmark may write to the copy. The copy keeps holes of
   * sparse files where the file system does.
   *
   * @param from a store that was closed cleanly
   * @param to an empty folder
   */
  default void copy(Path from, Path to) throws IOException {
    StoreFolder.copy(from, to);
  }

  /** Removes a closed store and its folder. */
  default void delete(Path folder) throws IOException {
    StoreFolder.delete(folder);
  }
}
