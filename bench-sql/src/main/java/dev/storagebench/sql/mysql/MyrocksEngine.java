package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerSource;
import dev.storagebench.sql.server.ServerSource.Installed;
import java.util.Set;

/** MyRocks: RocksDB inside MariaDB or Percona Server. */
public final class MyrocksEngine extends MysqlFamilyEngine {
  private static final ServerSource SERVERS =
      new Installed(
          install -> install.plugin("ha_rocksdb.so").isPresent(),
          /* named= */ true,
          "no installed server has ha_rocksdb.so",
          "apt-get install mariadb-plugin-rocksdb, or name a server's folder with --server-dir");

  /** For {@link java.util.ServiceLoader}. */
  public MyrocksEngine() {
    super(Candidate.of("myrocks"), new MyRocks(), Set.of(Compression.values()), () -> SERVERS);
  }
}
