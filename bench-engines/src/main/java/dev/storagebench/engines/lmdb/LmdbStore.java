package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Stat;

/** An open LMDB environment with its one unnamed database. */
final class LmdbStore extends FolderStore {
  private static final int MAX_READERS = 1024;
  // Only address space: the file grows as it is filled.
  private static final long MAP_FACTOR = 8;
  private static final long PAGES_FACTOR = 2;
  private static final long MAP_EXTRA_BYTES = 1L << 30;

  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.DURABILITY, "MDB_NOSYNC|MDB_NOMETASYNC|MDB_MAPASYNC",
          Condition.STORE, "MDB_RDONLY_ENV|MDB_NOSUBDIR|MDB_NOTLS|MDB_NOLOCK|MDB_FIXEDMAP");

  private static final String READERS = "maxReaders";

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private final long mapBytes;
  private final boolean largerThanMemory;
  private final List<AppliedSetting> settings;

  LmdbStore(Path folder, EngineSettings asked) {
    super(folder);
    this.mapBytes = asked.expected().rawBytes() * MAP_FACTOR + MAP_EXTRA_BYTES;
    Set<EnvFlags> flags = EnumSet.of(EnvFlags.MDB_NOTLS);
    if (asked.durability() != Durability.SYNC) {
      flags.add(EnvFlags.MDB_NOSYNC);
    }
    this.largerThanMemory = mapped(folder, asked) > asked.memoryBytes();
    if (largerThanMemory) {
      flags.add(EnvFlags.MDB_NORDAHEAD);
    }
    int readers = MAX_READERS;
    for (Map.Entry<String, String> option : asked.options().entrySet()) {
      if (option.getKey().equals(READERS)) {
        readers = number(option.getValue());
      } else if (truth(option.getKey(), option.getValue())) {
        flags.add(flag(option.getKey()));
      } else {
        flags.remove(flag(option.getKey()));
      }
    }
    try {
      this.env =
          Env.create(ByteBufferProxy.PROXY_OPTIMAL)
              .setMapSize(mapBytes)
              .setMaxReaders(readers)
              .open(folder.toFile(), flags.toArray(EnvFlags[]::new));
      this.dbi = env.openDbi((byte[]) null, DbiFlags.MDB_CREATE);
    } catch (LmdbException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked);
  }

  private static EnvFlags flag(String option) {
    try {
      return EnvFlags.valueOf(option);
    } catch (IllegalArgumentException e) {
      throw EngineException.refused(
          "lmdb", option, "there are %s and %s".formatted(READERS, List.of(EnvFlags.values())), e);
    }
  }

  private static boolean truth(String option, String value) {
    flag(option);
    if (!value.equals("true") && !value.equals("false")) {
      throw EngineException.refused(
          "lmdb", option, "it is a flag, true or false, and not '%s'".formatted(value), null);
    }
    return value.equals("true");
  }

  private static int number(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw EngineException.refused("lmdb", READERS, "invalid number '%s'".formatted(value), e);
    }
  }

  /** The file's length, or what it will be: pages are half full after random inserts. */
  private static long mapped(Path folder, EngineSettings asked) {
    long file = folder.resolve("data.mdb").toFile().length();
    // With MDB_WRITEMAP the file is as long as the map, and sparse.
    boolean sparse = asked.options().containsKey(EnvFlags.MDB_WRITEMAP.name());
    return Math.max(sparse ? 0 : file, PAGES_FACTOR * asked.expected().rawBytes());
  }

  private List<AppliedSetting> report(EngineSettings asked) {
    Durability durability = asked.durability();
    SettingsReport report =
        new SettingsReport()
            .ignored("cacheBytes", "LMDB has no cache of its own; it reads the page cache in place")
            .ignored("writeBufferBytes", "pages are written at commit")
            .ignored("blockBytes", "pages have the operating system's size")
            .honoured("compression", "none", "LMDB has none");
    switch (durability) {
      case NONE ->
          report.replaced("durability", Durability.PROCESS, "MDB_NOSYNC; LMDB has nothing weaker");
      case PROCESS -> report.honoured("durability", durability, "MDB_NOSYNC");
      case SYNC -> report.honoured("durability", durability, "the default: fsync at each commit");
    }
    if (largerThanMemory) {
      report.own(
          "MDB_NORDAHEAD",
          true,
          "the file is larger than memory, for which its manual recommends it:"
              + " http://www.lmdb.tech/doc/group__mdb.html");
    }
    return report
        .ignored("bloomBitsPerKey", "a B+ tree needs no filter")
        .own("mapSize", mapBytes, "room for growth; the default of 10 MiB would be full at once")
        .own("maxReaders", MAX_READERS, "one slot per session; the default is 126")
        .own(
            "lmdbjava.disable.checks",
            System.getProperty("lmdbjava.disable.checks", "false"),
            "LMDBJava's switch for production: https://github.com/lmdbjava/lmdbjava/wiki")
        .own(
            "MDB_NOTLS",
            true,
            "a session's read transaction belongs to the session, which also writes:"
                + " http://www.lmdb.tech/doc/group__mdb.html")
        .candidate(asked.options())
        .settings();
  }

  EngineException failure(String what, LmdbException e) {
    String hint =
        e instanceof Env.MapFullException
            ? "; the map of %,d bytes is full, load fewer records".formatted(mapBytes)
            : "";
    return new EngineException("lmdb: cannot " + what + ": " + e.getMessage() + hint, e);
  }

  @Override
  public Session session() {
    return new LmdbSession(this, env, dbi);
  }

  @Override
  public BulkLoader loader() {
    return new LmdbLoader(this, env, dbi);
  }

  @Override
  public Settling settle(Duration atMost) {
    return Settling.by("mdb_env_sync; no background work", () -> env.sync(true));
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    Stat stat = env.stat();
    return Map.of(
        "depth", (long) stat.depth,
        "branchPages", stat.branchPages,
        "leafPages", stat.leafPages,
        "overflowPages", stat.overflowPages,
        "entries", stat.entries);
  }

  @Override
  public void close() {
    env.close();
  }
}
