package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.DependencyVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.sqlite.SQLiteConfig;

/** SQLite, a B-tree in one file with a write-ahead log, over Xerial's JDBC driver. */
public final class SqliteEngine extends EmbeddedEngine {

  public SqliteEngine() {
    super("sqlite", "org.xerial:sqlite-jdbc");
  }

  @Override
  protected String library() {
    return DependencyVersion.library("sqlite-jdbc", SQLiteConfig.class);
  }

  @Override
  protected String version() throws SQLException {
    try (Connection memory = new SQLiteConfig().createConnection("jdbc:sqlite::memory:")) {
      return memory.getMetaData().getDatabaseProductVersion();
    }
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "cache_size|default_cache_size|soft_heap_limit|hard_heap_limit",
        Condition.BLOCK, "page_size",
        Condition.DURABILITY, "journal_mode|synchronous|fullfsync|checkpoint_fullfsync",
        Condition.STORE,
            "locking_mode|query_only|writable_schema|encoding|read_uncommitted|temp_store_directory|data_store_directory|schema_version|user_version|application_id");
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.NATIVE)
        .durabilities(Durability.PROCESS, Durability.SYNC);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    return new SqliteStore(folder, settings);
  }
}
