package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerRelease;
import java.util.Optional;
import java.util.Set;

/**
 * InnoDB in MySQL: in the published MySQL 8.0, in one that {@code --server-dir} names or, on a
 * platform for which none is published, in an installed one.
 */
public final class MysqlEngine extends MysqlFamilyEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MysqlEngine() {
    super(
        Candidate.of(ServerRelease.MYSQL.engine()),
        new InnoDb(),
        Set.of(Compression.NONE),
        new Distribution());
  }

  private record Distribution() implements Source {
    private static final Installed INSTALLED =
        new Installed(
            install -> install.family() == Family.MYSQL,
            "no MySQL server is installed",
            "name a server with --server-dir or --jdbc-url");

    private static ServerDistribution published() {
      return ServerDistribution.ofUser(ServerRelease.MYSQL);
    }

    private static boolean usesInstalled() {
      return (!System.getProperty(ServerInstall.FOLDER_PROPERTY, "").isEmpty()
              || published().state() == ServerDistribution.State.UNPUBLISHED)
          && INSTALLED.availability() instanceof Availability.Available;
    }

    @Override
    public Availability availability() {
      return usesInstalled() ? INSTALLED.availability() : published().availability();
    }

    @Override
    public Availability installed() {
      return usesInstalled() ? INSTALLED.availability() : published().installed();
    }

    @Override
    public ServerInstall install() {
      return usesInstalled() ? INSTALLED.install() : published().provideWithoutFetching();
    }

    @Override
    public void requireVersion(String engine, String version) {
      ServerRelease.MYSQL.requireVersion(version);
      if (usesInstalled()) {
        throw new IllegalArgumentException(
            "mysql@%s is the published version, but an installed server is used; leave out @%s or --server-dir"
                .formatted(version, version));
      }
    }

    @Override
    public Optional<String> exclusionReason(boolean external) {
      return !external && availability() instanceof Availability.Unsupported missing
          ? Optional.of(missing.message())
          : Optional.empty();
    }
  }
}
