package dev.storagebench.engines.mapdb;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.BuilderOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.mapdb.DB;
import org.mapdb.DBException;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** An open MapDB file with one map. */
final class MapDbStore extends FolderStore {
  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.DURABILITY, "transactionEnable|fileSyncDisable",
          Condition.STORE, "readOnly|fileDelete.*|deleteFiles.*|concurrencyDisable|expire.*");

  private final DB db;
  private final ConcurrentMap<byte[], byte[]> map;
  private final List<AppliedSetting> settings;

  /** Which of MapDB's maps holds the records. */
  enum Kind {
    TREE(DB.TreeMapMaker.class),
    HASH(DB.HashMapMaker.class);

    private final Class<?> maker;

    Kind(Class<?> maker) {
      this.maker = maker;
    }
  }

  MapDbStore(Path folder, EngineSettings asked, Kind kind) {
    super(folder);
    BuilderOptions options =
        new BuilderOptions("mapdb", asked.options(), DBMaker.Maker.class, kind.maker);
    try {
      this.db =
          options
              .applyTo(
                  DBMaker.fileDB(folder.resolve("map.db").toFile()).fileMmapEnableIfSupported())
              .make();
      this.map =
          switch (kind) {
            case TREE ->
                options
                    .applyTo(
                        db.treeMap("records", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY)
                            .valuesOutsideNodesEnable())
                    .createOrOpen();
            case HASH ->
                options
                    .applyTo(db.hashMap("records", Serializer.BYTE_ARRAY, Serializer.BYTE_ARRAY))
                    .createOrOpen();
          };
    } catch (DBException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(kind, asked);
  }

  private static List<AppliedSetting> report(Kind kind, EngineSettings asked) {
    SettingsReport report =
        new SettingsReport()
            .ignored("cacheBytes", "MapDB 3 has no cache of its own; it maps its file into memory")
            .ignored("writeBufferBytes", "there is none")
            .ignored("blockBytes", "records are stored one by one")
            .honoured("compression", "none", "by serializer only")
            .honoured(
                "durability",
                Durability.NONE,
                "without transactions, the default; the log of its transactions is never read when a store is opened, so they do not survive kill -9")
            .ignored("bloomBitsPerKey", "there is none")
            .own("fileMmapEnableIfSupported", true, "https://mapdb.org/book/performance/");
    if (kind == Kind.TREE) {
      report.own(
          "valuesOutsideNodes",
          true,
          "a node of 32 values would be read for each: https://mapdb.org/book/btreemap/");
    }
    return report.candidate(asked.options()).settings();
  }

  static EngineException failure(String what, RuntimeException e) {
    return new EngineException("mapdb: cannot " + what + ": " + e, e);
  }

  @Override
  public Session session() {
    return new MapDbSession(map);
  }

  @Override
  public Settling settle(Duration atMost) {
    return Settling.by("commit; no background work", () -> db.commit());
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public void close() {
    db.close();
  }
}
