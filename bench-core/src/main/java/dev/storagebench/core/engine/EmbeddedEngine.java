package dev.storagebench.core.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * An engine that runs in this process and keeps its store in a folder: what such engines have in
 * common. An adapter adds the version, the {@link #capabilities} and {@link #openStore}.
 */
public abstract class EmbeddedEngine implements StorageEngine {
  private final String name;
  private final String artifact;

  /**
   * @param name the name on the command line and in results
   * @param artifact the Maven artifact of the library as {@code group:artifact}; empty if the
   *     library has only the one version that is bundled or installed
   */
  protected EmbeddedEngine(String name, String artifact) {
    this.name = name;
    this.artifact = artifact;
  }

  /**
   * The library and its version, separated by a space: {@code rocksdbjni 11.8.1}. Loads no native
   * library.
   */
  protected abstract String library();

  /**
   * The engine's own version; loads the native library, if there is one. By default, the version of
   * the {@link #library}.
   *
   * @throws Exception or {@link LinkageError} if the library cannot be loaded
   */
  protected String version() throws Exception {
    return libraryVersion();
  }

  /** For each condition, the engine's options that would change it; see {@link Condition#of}. */
  protected Map<Condition, String> conditions() {
    return Map.of();
  }

  /**
   * Opens the store as {@link #open} does; codec and durability are within {@link #capabilities}.
   *
   * @throws Exception the library's own
   */
  protected abstract KeyValueStore openStore(Path folder, EngineSettings settings) throws Exception;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<String> artifact() {
    return artifact.isEmpty() ? Optional.empty() : Optional.of(artifact);
  }

  @Override
  public Availability installed() {
    return new Availability.Available(libraryVersion(), library());
  }

  @Override
  public Availability availability() {
    try {
      return new Availability.Available(version(), library());
    } catch (IncompatibleClassChangeError e) {
      // Another version of the library, which lacks what the adapter calls: not its absence.
      throw e;
    } catch (Exception | LinkageError e) {
      Throwable cause = e;
      while (!(cause instanceof IOException) && cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof IOException) {
        // Such as a full disk while the library is unpacked: the library is not to blame.
        throw EngineException.cannot(name, "unpack its library", cause);
      }
      return new Availability.Unsupported(
          "the library of %s does not load: %s".formatted(name, cause.getMessage()), "");
    }
  }

  private String libraryVersion() {
    return library().substring(library().indexOf(' ') + 1);
  }

  @Override
  public Optional<String> conditionOf(String option, String value) {
    return Condition.of(conditions(), option, value, Condition::isNeverOpen);
  }

  @Override
  public final KeyValueStore open(Path folder, EngineSettings settings) {
    capabilities().require(name, settings);
    settings.options().forEach((option, value) -> requireOpen(option, value, settings));
    try {
      return openStore(folder, settings);
    } catch (Exception e) {
      throw EngineException.cannot(name, "open " + folder, e);
    }
  }

  private void requireOpen(String option, String value, EngineSettings asked) {
    Condition.of(conditions(), option, value, each -> !each.isOpen(asked))
        .ifPresent(
            condition -> {
              throw EngineException.refused(name, option, "it would change " + condition, null);
            });
  }
}
