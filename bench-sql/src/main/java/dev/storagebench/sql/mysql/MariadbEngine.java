package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall;
import java.util.Set;

/** MariaDB's InnoDB. */
public final class MariadbEngine extends InstalledEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MariadbEngine() {
    this(Set.of(Compression.NONE));
  }

  private MariadbEngine(Set<Compression> compressions) {
    super(
        "mariadb",
        new InnoDb(),
        compressions,
        "no MariaDB server is on the path",
        "apt-get install mariadb-server, or name its folder with --server-dir");
  }

  @Override
  MysqlFamilyEngine with(Set<Compression> compressions) {
    return new MariadbEngine(compressions);
  }

  @Override
  boolean isIn(ServerInstall install) {
    return install.family() == ServerInstall.Family.MARIADB;
  }
}
