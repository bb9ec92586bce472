package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import java.util.Set;

/** TokuDB, which is no longer maintained, in servers that still have it. */
public final class TokudbEngine extends MysqlFamilyEngine {
  /** For {@link java.util.ServiceLoader}. */
  public TokudbEngine() {
    super(
        "tokudb",
        new TokuDb(),
        Set.of(Compression.NONE),
        Installed.withPlugin(
            "ha_tokudb.so",
            "name the folder of MariaDB up to 10.5 or Percona Server up to 8.0.27 with --server-dir"));
  }
}
