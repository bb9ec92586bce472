package dev.storagebench.engines.library;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.ListedEngine;
import java.nio.file.Path;
import java.util.Optional;

/** An engine whose library is installed on the system, or named by a candidate. */
public abstract class LibraryEngine extends ListedEngine {
  /** The library that is installed, or the one of a candidate. */
  protected final SystemLibrary library;

  /** An engine whose library is installed. */
  protected LibraryEngine(String name) {
    super(name);
    this.library = new SystemLibrary(name, fact("library", ""), fact("remedy", ""));
  }

  /** An engine with the library of a candidate. */
  protected LibraryEngine(SystemLibrary library) {
    super(library.engine());
    this.library = library;
  }

  /** This engine for a candidate, whose library is given. */
  protected abstract LibraryEngine with(SystemLibrary other, Candidate candidate);

  /** The version of a library, which is loaded for it. */
  protected abstract String version(Path file);

  /** Opens a store by a library. */
  protected abstract KeyValueStore openStore(Path folder, EngineSettings settings, Path file);

  private Path file() {
    return library.file().orElseThrow(() -> new EngineException(library.missing().message()));
  }

  @Override
  protected final String library() {
    return library.describe(file());
  }

  @Override
  protected final String version() {
    return version(file());
  }

  @Override
  public final Availability installed() {
    return library.availability();
  }

  @Override
  public final Availability availability() {
    return library.file().isPresent() ? super.availability() : library.missing();
  }

  @Override
  public final Optional<String> exclusionReason() {
    return library.file().isPresent() ? Optional.empty() : Optional.of(library.missing().message());
  }

  @Override
  public final StorageEngine as(Candidate candidate) {
    super.as(candidate);
    return with(library.of(candidate), candidate);
  }

  @Override
  protected final KeyValueStore openStore(Path folder, EngineSettings settings) {
    return openStore(folder, settings, file());
  }
}
