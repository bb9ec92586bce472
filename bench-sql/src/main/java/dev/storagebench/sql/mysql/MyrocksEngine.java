package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import java.util.Set;

/** MyRocks: RocksDB inside MariaDB or Percona Server. */
public final class MyrocksEngine extends MysqlFamilyEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MyrocksEngine() {
    super(
        Candidate.of("myrocks"),
        new MyRocks(),
        Set.of(Compression.values()),
        new Installed(
            install -> install.plugin("ha_rocksdb.so").isPresent(),
            "no installed server has ha_rocksdb.so",
            "apt-get install mariadb-plugin-rocksdb, or name a server's folder with --server-dir"));
  }

  /** Since 2 compacted after loading. */
  @Override
  public int storeRevision() {
    return 2;
  }
}
