package dev.storagebench.sql.server;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.Availability;

/**
 * The downloaded servers that tests run; where there is none, the test is skipped with the reason.
 */
public final class RealServer {

  private RealServer() {}

  /** MySQL. */
  public static ServerInstall mysql() {
    return install(ServerRelease.MYSQL);
  }

  /** PostgreSQL. */
  public static ServerInstall postgresql() {
    return install(ServerRelease.POSTGRESQL);
  }

  private static ServerInstall install(ServerRelease release) {
    ServerDistribution distribution = ServerDistribution.ofUser(release);
    if (distribution.availability() instanceof Availability.Unsupported unsupported) {
      abort("no %s here: %s".formatted(release.title(), unsupported.message()));
    }
    return distribution.provideWithoutFetching();
  }
}
