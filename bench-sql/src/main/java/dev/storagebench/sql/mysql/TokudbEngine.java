package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall;
import java.util.Set;

/** TokuDB, which is out of maintenance, where a server still carries it. */
public final class TokudbEngine extends InstalledEngine {
  private static final String PLUGIN = "ha_tokudb.so";

  /** For {@link java.util.ServiceLoader}. */
  public TokudbEngine() {
    this(Set.of(Compression.NONE));
  }

  private TokudbEngine(Set<Compression> compressions) {
    super(
        "tokudb",
        new TokuDb(),
        compressions,
        "no server on the path has " + PLUGIN,
        "MariaDB up to 10.5 and Percona Server up to 8.0.27 have it; name the folder of one with"
            + " --server-dir");
  }

  @Override
  MysqlFamilyEngine with(Set<Compression> compressions) {
    return new TokudbEngine(compressions);
  }

  @Override
  boolean isIn(ServerInstall install) {
    return install.plugin(PLUGIN).isPresent();
  }
}
