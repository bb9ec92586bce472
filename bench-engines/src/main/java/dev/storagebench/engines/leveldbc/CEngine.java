package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.LibraryEngine;
import dev.storagebench.engines.library.LoadedLibrary;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An engine behind the C interface of LevelDB or RocksDB, in a library of the system or one that a
 * candidate names, for example of a fork of RocksDB: {@code
 * terarkdb=rocksdb-c{library=/opt/libterarkdb.so}}.
 */
sealed class CEngine extends LibraryEngine {

  /** Which functions the library has, and what they promise. */
  enum Kind {
    LEVELDB,
    HYPERLEVELDB,
    ROCKSDB
  }

  /** The candidate's option for how Java calls C: {@code jnr}, the default, or {@code ffm}. */
  static final String BINDING = "binding";

  // The library in RocksJava's jar, which exports the C interface as well.
  private static final String ROCKSJAVA = "rocksdbjni";

  // What TerarkDB takes from the environment overrides the options and is in no result.
  private static final Pattern VARIABLES =
      Pattern.compile(
          "(Terark|DictZip|Entropy_|NestLouds|Patricia|Sort(able|Thin)StrVec|Suffix).*");

  // Only HyperLevelDB, which has LevelDB's C functions, exports it.
  private static final String HYPERLEVELDB = "_ZN7leveldb14ReplayIteratorC1Ev";

  private final Kind kind;

  private CEngine(Kind kind, String name) {
    super(name);
    this.kind = kind;
  }

  private CEngine(Kind kind, SystemLibrary library) {
    super(library);
    this.kind = kind;
  }

  /** LevelDB. */
  public static final class LevelDb extends CEngine {
    public LevelDb() {
      super(Kind.LEVELDB, "leveldb");
    }
  }

  /** HyperLevelDB, a fork of LevelDB with more concurrency in writes and compactions. */
  public static final class HyperLevelDb extends CEngine {
    public HyperLevelDb() {
      super(Kind.HYPERLEVELDB, "hyperleveldb");
    }
  }

  /** The system's RocksDB, for versions, builds and forks that have no JAR. */
  public static final class RocksDb extends CEngine {
    public RocksDb() {
      super(Kind.ROCKSDB, "rocksdb-c");
    }
  }

  @Override
  protected final LibraryEngine with(SystemLibrary other, Candidate candidate) {
    boolean own =
        kind == Kind.ROCKSDB && ROCKSJAVA.equals(candidate.options().get(SystemLibrary.OPTION));
    return new CEngine(kind, own ? other.chosen(RocksJavaLibrary.FILE) : other);
  }

  private LoadedLibrary load(Path file) {
    if (kind == Kind.ROCKSDB) {
      LoadedLibrary.unsetVariables(VARIABLES);
    }
    LoadedLibrary library =
        new LoadedLibrary(file, kind == Kind.ROCKSDB ? "rocksdb" : "leveldb", "open");
    if (kind == Kind.LEVELDB && library.has(HYPERLEVELDB)) {
      throw new EngineException(
          "%s is HyperLevelDB, which keeps weaker durability; use hyperleveldb{library=%1$s}"
              .formatted(file));
    }
    return library;
  }

  /** Whether the candidate's library is called by Java's Foreign Function and Memory API. */
  static boolean isForeign(EngineSettings asked) {
    List<String> valid = List.of("jnr", "ffm");
    return EmbeddedStore.choice("C engine", asked, BINDING, "jnr", valid).equals("ffm");
  }

  /** RocksDB's C interface has no function for it in most releases. */
  @Override
  protected final String version(Path file) {
    CApi api = load(file).bind(CApi.class);
    return kind == Kind.ROCKSDB
        ? SystemLibrary.versionOf(file).orElse("unknown")
        : api.majorVersion() + "." + api.minorVersion();
  }

  /** The library of Speedb, for one, crashes a process that has RocksJava's in it. */
  @Override
  public final boolean requiresOwnProcess() {
    return library.chosen().isPresent();
  }

  @Override
  protected final KeyValueStore openStore(Path folder, EngineSettings asked, Path file) {
    LoadedLibrary library = load(file);
    CApi api = isForeign(asked) ? library.bindForeign(CApi.class) : library.bind(CApi.class);
    return kind == Kind.ROCKSDB
        ? new RocksDbCStore(name(), folder, asked, api, library.has("rocksdb_get_into_buffer"))
        : new LevelDbStore(name(), folder, asked, api);
  }
}
