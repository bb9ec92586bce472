package dev.storagebench.engines.library;

import com.kenai.jffi.Library;
import dev.storagebench.core.engine.EngineException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Platform;
import jnr.ffi.mapper.FunctionMapper;

/** A loaded library; it stays loaded until the JVM ends. */
public final class LoadedLibrary {
  private final Path file;
  private final String prefix;
  private final Library symbols;

  /**
   * Loads a library.
   *
   * @param prefix of its functions' names
   * @param required a function that it must have, without the prefix
   * @throws EngineException if it does not load or lacks the function
   */
  public LoadedLibrary(Path file, String prefix, String required) {
    this.file = file;
    this.prefix = prefix;
    // jnr-ffi would load it with global symbols, which replace equal ones of libraries that are
    // loaded later: with Debian's RocksDB in a JVM, RocksJava's crashes. It takes this one instead
    // as long as it is in jffi's cache, which this field ensures.
    this.symbols = Library.getCachedInstance(file.toString(), Library.LAZY | Library.LOCAL);
    if (symbols == null) {
      throw new EngineException("cannot load " + file + ": " + Library.getLastError());
    }
    if (!has(functionName(prefix, required))) {
      throw new EngineException(file + " has no function " + functionName(prefix, required));
    }
  }

  /** Functions of the C library. Public because jnr-ffi implements it by a class of its own. */
  public interface CLibrary {
    int unsetenv(String name);
  }

  /** Hides variables of the environment from libraries that are loaded from now on. */
  public static void unsetVariables(Pattern names) {
    List<String> hidden =
        System.getenv().keySet().stream().filter(names.asMatchPredicate()).toList();
    if (!hidden.isEmpty()) {
      String libc = Platform.getNativePlatform().getStandardCLibraryName();
      hidden.forEach(LibraryLoader.create(CLibrary.class).load(libc)::unsetenv);
    }
  }

  /** Whether the library exports a symbol. */
  public boolean has(String symbol) {
    return symbols.getSymbolAddress(symbol) != 0;
  }

  /** Binds an interface's methods to functions; one that is missing fails when it is called. */
  public <T> T bind(Class<T> functions) {
    FunctionMapper names = (method, context) -> functionName(prefix, method);
    return LibraryLoader.loadLibrary(
        functions,
        Map.of(LibraryOption.FunctionMapper, names, LibraryOption.IgnoreError, true),
        file.toString());
  }

  /** Binds functions by Java's Foreign Function and Memory API instead of jnr-ffi. */
  public <T> T bindForeign(Class<T> functions) {
    return ForeignFunctions.bind(
        functions, method -> symbols.getSymbolAddress(functionName(prefix, method)));
  }

  /** The C name of a Java method: {@code iterSeek} is {@code leveldb_iter_seek}. */
  static String functionName(String prefix, String method) {
    String words = method.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    // The only word in capitals: rocksdb_writeoptions_disable_WAL.
    return prefix + "_" + words.replace("_wal", "_WAL");
  }
}
