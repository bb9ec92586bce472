package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.EngineSettings.Expected;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Formats that a real server replaces without an error. */
final class StoredFormatIT {
  private static final String CREATE = "CREATE TABLE %s (id int PRIMARY KEY) %s";

  @TempDir private Path folder;

  private TableStore open(SqlEngine engine, Map<String, String> options) {
    InstalledEngines.ready(engine);
    try {
      return start(engine, options);
    } catch (UnsupportedSettingException e) {
      return e.getMessage().contains("needs a file system") ? abort(e.getMessage()) : fail(e);
    }
  }

  private TableStore start(SqlEngine engine, Map<String, String> options) {
    EngineSettings asked =
        new EngineSettings(
            EngineSettings.UNLIMITED,
            32 << 20,
            Optional.empty(),
            Optional.empty(),
            Compression.NONE,
            Durability.NONE,
            Optional.empty(),
            new Expected(1000, 1_000_000, 100, 1000),
            options);
    return (TableStore) engine.openDatabase(folder, asked, "document");
  }

  private static TableStore fail(UnsupportedSettingException e) {
    throw e;
  }

  private static void require(SqlEngine engine, String format, Pool pool, String table) {
    TableEngine tables = engine instanceof MyrocksEngine ? new MyRocks() : new InnoDb();
    Family family = engine instanceof MysqlEngine ? Family.MYSQL : Family.MARIADB;
    tables.format(family, format, Compression.NONE).requireStored(pool, table);
  }

  /** MySQL says no more than a warning. */
  @Test
  void aCompressedTableInTheSystemTablespaceIsNone() {
    MysqlEngine engine = new MysqlEngine();
    InstalledEngines.ready(engine);
    assertThatThrownBy(
            () ->
                start(
                        engine,
                        Map.of(
                            "format",
                            "compressed8",
                            "innodb_file_per_table",
                            "OFF",
                            "innodb_strict_mode",
                            "OFF"))
                    .close())
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("compressed8 requested")
        .hasMessageContaining("the server stores table sbtest1 uncompressed")
        .hasMessageContaining("innodb_file_per_table");
  }

  @Test
  void mysqlsTablesAreToldApart() {
    MysqlEngine engine = new MysqlEngine();
    try (TableStore store = open(engine, Map.of("format", "page-lz4"))) {
      Pool pool = store.admin();
      pool.run(
          List.of(
              CREATE.formatted("zlib", "COMPRESSION='zlib'"),
              CREATE.formatted("c4", "ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=4")));
      require(engine, "page-zlib", pool, "zlib");
      require(engine, "compressed4", pool, "c4");
      assertThatThrownBy(() -> require(engine, "page-lz4", pool, "zlib"))
          .hasMessageContaining("page-lz4 requested")
          .hasMessageContaining("as page-zlib");
      assertThatThrownBy(() -> require(engine, "compressed8", pool, "c4"))
          .hasMessageContaining("as compressed4");
      assertThatThrownBy(() -> require(engine, "", pool, "c4"))
          .hasMessageContaining("no compression requested");
    }
  }

  /** The codec is that of the server when a table was created, not the one that it has now. */
  @Test
  void mariadbsCodecIsThatOfTheTable() {
    MariadbEngine engine = new MariadbEngine();
    try (TableStore store = open(engine, Map.of("format", "page-zlib"))) {
      Pool pool = store.admin();
      pool.run(
          List.of(
              "SET GLOBAL innodb_compression_algorithm = none",
              CREATE.formatted("nothing", "PAGE_COMPRESSED=1")));
      require(engine, "page-zlib", pool, "sbtest1");
      require(engine, "", pool, "nothing");
      assertThatThrownBy(() -> require(engine, "page-lzma", pool, "sbtest1"))
          .isInstanceOf(UnsupportedSettingException.class)
          .hasMessageContaining("page-lzma requested")
          .hasMessageContaining("stores table sbtest1 as page-zlib");
      assertThatThrownBy(() -> require(engine, "page-zlib", pool, "nothing"))
          .hasMessageContaining("stores table nothing uncompressed");
    }
  }

  @Test
  void myrocksCodecIsThatOfAllLevels() {
    MyrocksEngine engine = new MyrocksEngine();
    try (TableStore store = open(engine, Map.of("format", "zstd"))) {
      Pool pool = store.admin();
      assertThatThrownBy(() -> require(engine, "lz4", pool, "sbtest1"))
          .hasMessageContaining("lz4 requested")
          .hasMessageContaining("as zstd");
      pool.run(
          List.of(
              "SET GLOBAL rocksdb_update_cf_options = 'default={compression=kLZ4Compression}'",
              CREATE.formatted("inno", "ENGINE=InnoDB")));
      assertThatThrownBy(() -> require(engine, "zstd", pool, "sbtest1"))
          .hasMessageContaining("lz4 and zstd");
      assertThatThrownBy(() -> require(engine, "zstd", pool, "inno"))
          .hasMessageContaining("as InnoDB");
    }
  }

  /** Rebuilt from a plain table that has the same rows; smaller, and stored as was asked. */
  @Test
  void aPlainTableIsRebuiltInTheFormat() {
    MariadbEngine engine = new MariadbEngine();
    try (TableStore store = open(engine, Map.of("format", "page-zlib"))) {
      store.emptyPlain();
      require(engine, "", store.admin(), "sbtest1");
      store
          .admin()
          .run(
              List.of(
                  "INSERT INTO sbtest1 SELECT seq, REPEAT(CONCAT(seq, ' words '), 2000) FROM seq_1_to_1000"));
      long plain = store.settlePlain(Duration.ofMinutes(1));
      store.rebuild(0);
      require(engine, "page-zlib", store.admin(), "sbtest1");
      assertThat(store.countRows()).isEqualTo(1000);
      assertThat(store.bytesOnDisk()).isLessThan(plain / 2);
    }
  }
}
