package dev.storagebench.engines.perconaft;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.library.LibraryEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.util.Optional;

/** PerconaFT, the fractal trees of TokuDB, in a library that the user builds. */
public final class PerconaFtEngine extends LibraryEngine {
  private final Optional<Codec> format;

  public PerconaFtEngine() {
    super("perconaft");
    this.format = Optional.empty();
  }

  private PerconaFtEngine(SystemLibrary library, Optional<Codec> format) {
    super(library);
    this.format = format;
  }

  @Override
  protected LibraryEngine with(SystemLibrary other, Candidate candidate) {
    return new PerconaFtEngine(other, Codec.of(candidate.options()));
  }

  /** It ends the process where it finds an error of its own. */
  @Override
  public boolean requiresOwnProcess() {
    return systemLibrary().file().isPresent();
  }

  @Override
  protected String version(Path file) {
    return new PerconaFtLibrary(file).version();
  }

  /** A format of the candidate replaces, and reports as replaced, any codec requested of all. */
  @Override
  public Capabilities capabilities() {
    return format.isPresent()
        ? super.capabilities().compressions(Compression.values())
        : super.capabilities();
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings asked, Path file) {
    return new PerconaFtStore(folder, asked, new PerconaFtLibrary(file));
  }
}
