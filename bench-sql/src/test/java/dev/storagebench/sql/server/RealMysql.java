package dev.storagebench.sql.server;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.Availability;

/** The MySQL that tests run; where there is none, the test is skipped with the reason. */
public final class RealMysql {

  private RealMysql() {}

  /** The server. */
  public static ServerInstall install() {
    ServerDistribution distribution = ServerDistribution.ofUser();
    if (distribution.availability() instanceof Availability.Unsupported unsupported) {
      abort("no MySQL here: " + unsupported.message());
    }
    return distribution.provideWithoutFetching();
  }
}
