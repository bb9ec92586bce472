package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall;
import java.util.Set;

/** MyRocks: RocksDB inside MariaDB or Percona Server. */
public final class MyrocksEngine extends InstalledEngine {
  private static final String PLUGIN = "ha_rocksdb.so";

  /** For {@link java.util.ServiceLoader}. */
  public MyrocksEngine() {
    super(
        "myrocks",
        StorageKind.ROCKSDB,
        Set.of(Compression.values()),
        "no server on the path has " + PLUGIN,
        "apt-get install mariadb-plugin-rocksdb, or name a server's folder with --server-dir");
  }

  @Override
  boolean isIn(ServerInstall install) {
    return install.plugin(PLUGIN).isPresent();
  }
}
