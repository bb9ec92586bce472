package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall;
import java.util.Set;

/** MyRocks: RocksDB inside MariaDB or Percona Server. */
public final class MyrocksEngine extends InstalledEngine {
  private static final String PLUGIN = "ha_rocksdb.so";

  /** For {@link java.util.ServiceLoader}. */
  public MyrocksEngine() {
    this(Set.of(Compression.values()));
  }

  private MyrocksEngine(Set<Compression> compressions) {
    super(
        "myrocks",
        new MyRocks(),
        compressions,
        "no server on the path has " + PLUGIN,
        "apt-get install mariadb-plugin-rocksdb, or name a server's folder with --server-dir");
  }

  @Override
  MysqlFamilyEngine with(Set<Compression> compressions) {
    return new MyrocksEngine(compressions);
  }

  @Override
  boolean isIn(ServerInstall install) {
    return install.plugin(PLUGIN).isPresent();
  }
}
