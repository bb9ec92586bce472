package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.Set;

/** InnoDB in MariaDB. */
public final class MariadbEngine extends MysqlFamilyEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MariadbEngine() {
    super(
        Candidate.of("mariadb"),
        new InnoDb(),
        Set.of(Compression.NONE),
        new Installed(
            install -> install.family() == Family.MARIADB,
            "no MariaDB server is installed",
            "apt-get install mariadb-server, or name its folder with --server-dir"));
  }
}
