package dev.storagebench.engines.perconaft;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.library.LoadedLibrary;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.nio.file.Files;
import java.nio.file.Path;

/** The loaded library and its functions that are not methods. */
final class PerconaFtLibrary {
  static final String NAME = "tokufractaltree";

  /** {@code DB_NOTFOUND}. */
  static final int NOT_FOUND = -30989;

  /** {@code DB_LOCK_NOTGRANTED}: another transaction held a lock for too long. */
  static final int LOCK_NOT_GRANTED = -30994;

  /** {@code DB_LOCK_DEADLOCK}. */
  static final int LOCK_DEADLOCK = -30995;

  /** {@code DB_BUFFER_SMALL}: the size that is needed has been returned. */
  static final int BUFFER_SMALL = -30999;

  private static final String PORTABILITY = "tokuportability";

  private final Path file;
  private final Functions functions;
  private final long code;
  private final long codeBytes;
  private final long doNothing;

  /** The functions. Public because jnr-ffi implements it; addresses are {@code long}. */
  public interface Functions {
    /** {@code db_version}; the parameters are addresses of {@code int}. */
    String version(long major, long minor, long patch);

    /** {@code db_strerror}. */
    String strerror(int error);

    /** {@code db_env_create}; the first parameter is the address of a {@code DB_ENV*}. */
    int envCreate(long env, int flags);

    /** {@code db_create}; the first parameter is the address of a {@code DB*}. */
    int create(long db, long env, int flags);

    /** {@code db_env_set_func_fsync}: replaces fsync for all files; 0 for the real one. */
    void envSetFuncFsync(long function);
  }

  /**
   * Loads the library, after the one beside it that it needs.
   *
   * @throws EngineException if it does not load or its handles have another layout
   */
  PerconaFtLibrary(Path file) {
    Path needed =
        file.resolveSibling(String.valueOf(file.getFileName()).replace(NAME, PORTABILITY));
    if (Files.exists(needed)) {
      // Otherwise the dynamic linker may know where it is.
      new LoadedLibrary(needed, "toku", "memory_do_stats");
    }
    LoadedLibrary library = new LoadedLibrary(file, "db", "env_create");
    this.file = file;
    this.functions = library.bind(Functions.class);
    this.code = library.address("db_env_create");
    this.codeBytes = file.toFile().length();
    // Returns 0 and does nothing, with and without a parameter.
    this.doNothing = library.address("toku_close_trace_file");
  }

  /** Returns the version, which is the same in all releases. */
  String version() {
    return NativeMemory.version(functions::version);
  }

  /**
   * Checks the layout of a handle.
   *
   * @param from the handle it was opened from
   * @throws UnsupportedSettingException if it is another one
   */
  void check(Handle layout, long handle, long from) {
    layout
        .mismatch(handle, from, address -> Math.abs(address - code) < codeBytes)
        .ifPresent(
            difference -> {
              throw new UnsupportedSettingException(
                  "%s: %s than PerconaFT since 2017; build https://github.com/percona/PerconaFT"
                      .formatted(file, difference));
            });
  }

  /** A new {@code DB_ENV}, which is not open. */
  long createEnv() {
    try (Block out = new Block(Long.BYTES)) {
      check("create an environment", functions.envCreate(out.address(), 0));
      long env = out.getLong(0);
      check(Handle.ENV, env, 0);
      return env;
    }
  }

  /** A new {@code DB} of an open environment, which is not open. */
  long createDb(long env) {
    try (Block out = new Block(Long.BYTES)) {
      check("create a dictionary", functions.create(out.address(), env, 0));
      long db = out.getLong(0);
      check(Handle.DB, db, env);
      return db;
    }
  }

  /** Whether files are synced from now on, in the whole process. */
  void syncFiles(boolean yes) {
    functions.envSetFuncFsync(yes ? 0 : doNothing);
  }

  /**
   * Checks a result.
   *
   * @throws EngineException with PerconaFT's code and message, unless it is 0
   */
  void check(String operation, int result) {
    if (result != 0) {
      throw new EngineException(
          "perconaft: cannot %s [%d]: %s".formatted(operation, result, functions.strerror(result)));
    }
  }
}
