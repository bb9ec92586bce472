package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A server that somebody else runs.
 *
 * @param url its JDBC URL, which names a database, and neither user nor password
 * @param credentials who to log in as
 */
record ExternalServer(String url, Credentials credentials) implements Access {
  static final String URL_PROPERTY = "storagebench.jdbc.url";

  private static final Pattern SCHEME = Pattern.compile("jdbc:(mysql|mariadb):.*");
  private static final Pattern SECRET =
      Pattern.compile("(?i)(^|[?&(,;])\\s*(user|\\w*password\\d?)\\s*=");
  private static final Pattern USER_AT_HOST = Pattern.compile("//[^/?]*@");
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "jdbc:(?:mysql|mariadb)://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?(/[^,]*)?");

  /**
   * The server that system property {@value #URL_PROPERTY} names; empty if it is not set.
   *
   * @throws EngineException if the URL is not to be used, or there are no credentials
   */
  static Optional<ExternalServer> find(Properties system, Map<String, String> environment) {
    String url = system.getProperty(URL_PROPERTY, "");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    refuseSecrets(url);
    if (!SCHEME.matcher(url).matches()) {
      throw new EngineException(
          "-D%s=%s is not a URL of MySQL or MariaDB; expected jdbc:mysql://host:port/database or jdbc:mariadb://…"
              .formatted(URL_PROPERTY, url));
    }
    return Optional.of(new ExternalServer(url, Credentials.find(system, environment)));
  }

  /** The URL is shown in results and logs; a refused one is not even shown in the refusal. */
  static void refuseSecrets(String url) {
    String decoded = decoded(url);
    if (SECRET.matcher(decoded).find() || USER_AT_HOST.matcher(decoded).find()) {
      throw new EngineException(
          "the URL in -D%s carries a user or a password, and command lines and URLs are seen by others; remove them and set %s and %s in the environment, or -D%s=FILE"
              .formatted(
                  URL_PROPERTY,
                  Credentials.USER_VARIABLE,
                  Credentials.PASSWORD_VARIABLE,
                  Credentials.FILE_PROPERTY));
    }
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException strayPercentSign) {
      return url;
    }
  }

  DriverSettings driver() {
    return driver(Driver.ofUrl(url));
  }

  /** The settings of a driver on the way to this server. */
  DriverSettings driver(Driver driver) {
    return driver.settings(LOOPBACK.matcher(url).matches()).unlessIn(url);
  }

  /** Connects with a driver that need not be the one that the URL names. */
  @Override
  public Pool connect(Driver driver, boolean loads) {
    return Pool.open(
        driver.url(url), driver(driver).cachingStatements().unlessIn(url), credentials);
  }

  Pool connect() {
    return Pool.open(url, driver(), credentials);
  }
}
