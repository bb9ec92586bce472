package dev.storagebench.engines.library;

import com.kenai.jffi.Library;
import dev.storagebench.core.engine.EngineException;
import java.nio.file.Path;
import java.util.Map;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;

/** A loaded library; it stays loaded until the JVM ends. */
public final class LoadedLibrary {
  private final Path file;
  private final CNames names;
  private final Library symbols;

  /**
   * Loads a library.
   *
   * @param prefix of its functions' names
   * @throws EngineException if it does not load, or has not the functions
   */
  public LoadedLibrary(Path file, String prefix) {
    this.file = file;
    this.names = new CNames(prefix);
    // jnr-ffi would load it so that its symbols take the place of equal ones in libraries that are
    // loaded later: with Debian's RocksDB in a JVM, RocksJava's crashes. It takes this one instead
    // as long as it is in jffi's cache, which this field sees to.
    this.symbols = Library.getCachedInstance(file.toString(), Library.LAZY | Library.LOCAL);
    if (symbols == null) {
      throw new EngineException(file + " does not load: " + Library.getLastError());
    }
    if (!has("open")) {
      throw new EngineException(file + " has no function " + names.of("open"));
    }
  }

  /** Where it lies. */
  public Path file() {
    return file;
  }

  private boolean has(String method) {
    return symbols.getSymbolAddress(names.of(method)) != 0;
  }

  /** The functions of an interface; one that is missing fails when it is called. */
  public <T> T calls(Class<T> functions) {
    return LibraryLoader.loadLibrary(
        functions,
        Map.of(LibraryOption.FunctionMapper, names, LibraryOption.IgnoreError, true),
        file.toString());
  }
}
