package dev.storagebench.core.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A storage engine, found by {@link java.util.ServiceLoader}, also in {@link Plugins}, and named by
 * {@code engine=} on the command line.
 *
 * <p>An implementation has a public constructor without arguments that touches no native library,
 * so that listing the engines loads none of them.
 */
public interface StorageEngine {

  /**
   * Counted up when engines that were compiled against an earlier version of this package no longer
   * work; a {@link Plugins plugin} says which one it was compiled against.
   */
  int SPI_VERSION = 3;

  /** The name on the command line and in results: lower case, for example {@code rocksdb}. */
  String name();

  /**
   * Whether the engine can run here, and in which version; loads the native library to find out.
   * Never throws for a missing library: that is {@link Availability.Unsupported}.
   */
  Availability availability();

  /**
   * Like {@link #availability}, but without loading or unpacking a native library and without
   * starting a server, so it may be wrong about a library that does not load; for listings. The
   * version may be that of the Java binding.
   */
  default Availability installed() {
    return availability();
  }

  /**
   * Why the engine takes no part in a run that names no engines; empty if it does. Loads no native
   * library.
   */
  default Optional<String> exclusionReason() {
    return Optional.empty();
  }

  /** Whether its library may not get on with other engines' in one process. */
  default boolean requiresOwnProcess() {
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

  /**
   * The Maven artifact whose other versions can stand in for the bundled one, as {@code
   * group:artifact}; empty if there is only the bundled one.
   */
  default Optional<String> artifact() {
    return Optional.empty();
  }

  /**
   * This engine as a candidate has it: with the library or the server that its options name. Loads
   * nothing. Options that take effect when a store is opened come with {@link
   * EngineSettings#options} as well.
   *
   * @throws IllegalArgumentException if there are no other versions of it
   */
  default StorageEngine as(Candidate candidate) {
    if (!candidate.version().isEmpty() && artifact().isEmpty()) {
      throw new IllegalArgumentException(
          "candidate %s: %s has no other versions; leave out @%s"
              .formatted(candidate.label(), name(), candidate.version()));
    }
    return this;
  }

  /**
   * What an option of a candidate would change that all candidates must have alike, or that keeps a
   * server of ours safe: in words for people, with the option to use instead, for example "the
   * write buffer; set writeBuffer for all candidates"; empty for an option that is the candidate's
   * own to choose. It need not know whether the engine has such an option.
   *
   * @param option its name
   * @param value its value, which may hold options of its own
   */
  default Optional<String> conditionOf(String option, String value) {
    return Optional.empty();
  }

  /**
   * A candidate's options as its stores are opened with them: those of a file that an option names
   * in the place of its name, so that a store's fingerprint covers them.
   *
   * @throws IllegalArgumentException if a file cannot be read
   */
  default Map<String, String> resolve(Map<String, String> options) {
    return options;
  }

  /**
   * The options, of those that {@link #resolve} gives, that a store is loaded with; stores that
   * differ in others only are one store.
   */
  default Map<String, String> storeOptions(Map<String, String> resolved) {
    return resolved;
  }

  /** What the engine can do, whatever its settings. */
  Capabilities capabilities();

  /**
   * Opens the store of keys and values in a folder, or creates one in an empty folder.
   *
   * @param folder exists and is empty or holds what this engine left there; nobody else uses it
   * @param settings what to open it with
   * @throws EngineException if the engine refuses
   * @throws UnsupportedSettingException if the engine cannot do what a setting demands
   */
  KeyValueStore open(Path folder, EngineSettings settings);

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
