package dev.storagebench.core.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A storage engine, found by {@link java.util.ServiceLoader} on the class path and in {@link
 * Plugins}, and selected by {@code engine=} on the command line. Most engines extend {@link
 * EmbeddedEngine}.
 *
 * <p>An implementation has a public constructor without parameters that loads no native library, so
 * that listing the engines loads none.
 */
public interface StorageEngine {

  /**
   * Incremented when engines compiled against an earlier version of this package no longer work; a
   * {@link Plugins plugin} names the version it was compiled against.
   */
  int SPI_VERSION = 4;

  /** The name on the command line and in results, in lower case: {@code rocksdb}. */
  String name();

  /**
   * Whether the engine can run here, and its version; may load the native library. Returns {@link
   * Availability.Unsupported} if the library is missing, and does not throw.
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
   * Why the engine is excluded from runs that name no engines; empty if it is included. Loads no
   * native library.
   */
  default Optional<String> exclusionReason() {
    return Optional.empty();
  }

  /** Whether its library conflicts with other native libraries in the same process. */
  default boolean requiresOwnProcess() {
    return false;
  }

  /** Whether it needs no native library. */
  default boolean pureJava() {
    return false;
  }

  /** Incremented when the adapter writes different files for the same settings. */
  default int storeRevision() {
    return 1;
  }

  /**
   * The Maven artifact whose other versions can replace the bundled one, as {@code group:artifact};
   * empty if there is only the bundled version.
   */
  default Optional<String> artifact() {
    return Optional.empty();
  }

  /**
   * The version of the {@link #artifact} that is fetched for candidates that name none; empty if
   * the library is bundled or installed.
   */
  default Optional<String> fetchedVersion() {
    return Optional.empty();
  }

  /**
   * This engine as configured by a candidate, with the library or the server that its options name.
   * Loads nothing. Options that apply to an open store are also in {@link EngineSettings#options}.
   *
   * @throws IllegalArgumentException if the engine has no other versions
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
   * The common condition, or the safeguard of a server, that an option of a candidate would change,
   * with the parameter to use instead: "the durability; set durability for all candidates". Empty
   * if a candidate may set the option, or the engine has no such option.
   *
   * @param value its value, which may contain nested options
   */
  default Optional<String> conditionOf(String option, String value) {
    return Optional.empty();
  }

  /**
   * The options of a candidate after reading the files that some of them name, so that the identity
   * of a store covers their content.
   *
   * @throws IllegalArgumentException if a file cannot be read
   */
  default Map<String, String> resolve(Map<String, String> options) {
    return options;
  }

  /**
   * The options that change the files of a loaded store; candidates that differ only in other
   * options share one store.
   *
   * @param resolved the result of {@link #resolve}
   */
  default Map<String, String> storeOptions(Map<String, String> resolved) {
    return resolved;
  }

  /** The most threads that can work on a store. */
  default int maxThreads() {
    return Integer.MAX_VALUE;
  }

  /**
   * The period after which the engine, while it is written to, stops its writers for a while, if it
   * does so by the clock. Benchmarks that write warm up for one period and measure two of them at
   * least; otherwise a measurement of a second is of a stop or of none.
   */
  default Duration writeCycle() {
    return Duration.ZERO;
  }

  /**
   * How often each key is read before the engine's cache has found its order, if that takes longer
   * than the compiler. Benchmarks that read warm up for as many operations, within their limit.
   */
  default int warmUpReads() {
    return 1;
  }

  /** Whether each session has a cache of its own, which no other session fills. */
  default boolean cachesBySession() {
    return false;
  }

  /** Returns the features that the engine supports, whatever its settings. */
  Capabilities capabilities();

  /**
   * Opens the key-value store in a folder, or creates one in an empty folder.
   *
   * @param folder exists; it is empty or contains a store of this engine, and nobody else uses it
   * @throws EngineException if the engine fails
   * @throws UnsupportedSettingException if the engine does not support a setting
   */
  KeyValueStore open(Path folder, EngineSettings settings);

  /**
   * Copies a closed store, so that a benchmark can write to the copy; sparse files stay sparse.
   *
   * @param from a cleanly closed store
   * @param to an empty folder
   */
  default void copy(Path from, Path to) throws IOException {
    StoreFolder.copy(from, to);
  }

  /** Deletes a closed store and its folder. */
  default void delete(Path folder) throws IOException {
    StoreFolder.delete(folder);
  }
}
