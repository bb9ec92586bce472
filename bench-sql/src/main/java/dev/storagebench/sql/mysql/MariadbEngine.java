package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerSource;
import dev.storagebench.sql.server.ServerSource.Installed;
import java.util.Set;

/** InnoDB in MariaDB. */
public final class MariadbEngine extends MysqlFamilyEngine {
  private static final ServerSource SERVERS =
      new Installed(
          install -> install.family() == Family.MARIADB,
          /* named= */ true,
          "no MariaDB server is installed",
          "apt-get install mariadb-server, or name its folder with --server-dir");

  /** For {@link java.util.ServiceLoader}. */
  public MariadbEngine() {
    super(Candidate.of("mariadb"), new InnoDb(), Set.of(Compression.NONE), () -> SERVERS);
  }
}
