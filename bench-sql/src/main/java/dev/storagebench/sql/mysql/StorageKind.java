package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A storage engine inside a server. */
enum StorageKind {
  /** The server's own B-trees; the published share of a buffer pool. */
  INNODB(0.7, OwnServerSettings.MIN_POOL_BYTES) {
    @Override
    ServerSettings settings(ServerInstall install, EngineSettings asked, RowFormat format) {
      return OwnServerSettings.of(asked).on(install.family(), format);
    }

    @Override
    Settling settle(Pool pool, List<Table> tables, Duration atMost, boolean own) {
      Settler settler = new Settler(pool, tables);
      return own ? settler.ownServer(atMost) : settler.externalServer();
    }

    @Override
    long bytesOnDisk(Pool pool, List<Table> tables, Optional<MysqlServer> server) {
      return tables.stream().mapToLong(table -> new TableSize(pool, table).allocatedBytes()).sum();
    }

    @Override
    Optional<String> stored(StoredFormat table) {
      return table.innodb();
    }

    @Override
    List<String> afterRebuild(String table) {
      return List.of("FLUSH TABLES " + table + " FOR EXPORT", "UNLOCK TABLES");
    }
  },

  /**
   * RocksDB: MyRocks. The page cache is its second cache; a quarter of the memory was the hard
   * limit of TerarkDB in the published experiment.
   */
  ROCKSDB(0.25, 0) {
    @Override
    ServerSettings settings(ServerInstall install, EngineSettings asked, RowFormat format) {
      return new RocksServerSettings(asked, format);
    }

    @Override
    Settling settle(Pool pool, List<Table> tables, Duration atMost, boolean own) {
      return new RocksSettler(pool, tables).settle(atMost, own);
    }

    @Override
    long bytesOnDisk(Pool pool, List<Table> tables, Optional<MysqlServer> server) {
      return RocksSettler.bytesOnDisk(pool, server);
    }

    @Override
    Optional<String> stored(StoredFormat table) {
      return table.rocksdbCodec();
    }

    @Override
    List<String> afterRebuild(String table) {
      return List.of(
          "SET GLOBAL rocksdb_force_flush_memtable_now = 1",
          "SET GLOBAL rocksdb_compact_cf = 'default'");
    }
  },

  /** Fractal trees, in servers up to MariaDB 10.5 and Percona Server 8.0.27. */
  TOKUDB(0.7, 0) {
    @Override
    ServerSettings settings(ServerInstall install, EngineSettings asked, RowFormat format) {
      return new TokuServerSettings(asked, format);
    }

    @Override
    Settling settle(Pool pool, List<Table> tables, Duration atMost, boolean own) {
      return new Settler(pool, tables).externalServer();
    }

    @Override
    long bytesOnDisk(Pool pool, List<Table> tables, Optional<MysqlServer> server) {
      return tables.stream().mapToLong(table -> new TableSize(pool, table).tokuBytes()).sum();
    }

    @Override
    Optional<String> stored(StoredFormat table) {
      return table.tokudb();
    }

    @Override
    List<String> afterRebuild(String table) {
      return List.of();
    }
  };

  private final double cacheShare;
  private final long leastCacheBytes;

  StorageKind(double cacheShare, long leastCacheBytes) {
    this.cacheShare = cacheShare;
    this.leastCacheBytes = leastCacheBytes;
  }

  /** The smallest cache that it runs with. */
  long leastCacheBytes() {
    return leastCacheBytes;
  }

  /** The part of a server's limit of memory that becomes the engine's cache. */
  double cacheShare() {
    return cacheShare;
  }

  /** What a server of ours is started with. */
  abstract ServerSettings settings(ServerInstall install, EngineSettings asked, RowFormat format);

  /** Brings background work to an end. */
  abstract Settling settle(Pool pool, List<Table> tables, Duration atMost, boolean own);

  /** How a table is stored: RocksDB's name of its codec, else the name of its format. */
  abstract Optional<String> stored(StoredFormat table);

  /** What writes a table that was rebuilt, so that its size on the disk is final. */
  abstract List<String> afterRebuild(String table);

  /** Bytes that the disk holds for the tables. */
  abstract long bytesOnDisk(Pool pool, List<Table> tables, Optional<MysqlServer> server);
}
