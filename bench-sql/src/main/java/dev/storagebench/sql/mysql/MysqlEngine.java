package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerRelease;
import dev.storagebench.sql.server.ServerSource;
import dev.storagebench.sql.server.ServerSource.Installed;
import java.util.Set;

/**
 * InnoDB in MySQL: in the published MySQL 8.0, in one that {@code --server-dir} names or, on a
 * platform for which none is published, in an installed one.
 */
public final class MysqlEngine extends MysqlFamilyEngine {
  private static final Installed INSTALLED =
      new Installed(
          install -> install.family() == Family.MYSQL,
          /* named= */ false,
          "no MySQL server is installed",
          "name a server with --server-dir or --jdbc-url");

  /** For {@link java.util.ServiceLoader}. */
  public MysqlEngine() {
    super(
        Candidate.of(ServerRelease.MYSQL.engine()),
        new InnoDb(),
        Set.of(Compression.NONE),
        MysqlEngine::servers);
  }

  private static ServerSource servers() {
    ServerDistribution published = ServerDistribution.ofUser(ServerRelease.MYSQL);
    boolean prefersInstalled =
        !System.getProperty(ServerInstall.FOLDER_PROPERTY, "").isEmpty()
            || published.state() == ServerDistribution.State.UNPUBLISHED;
    return prefersInstalled && INSTALLED.availability() instanceof Availability.Available
        ? INSTALLED
        : published;
  }
}
