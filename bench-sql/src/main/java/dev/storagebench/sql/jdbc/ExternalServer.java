package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A server that was not started here.
 *
 * @param url its JDBC URL, with a database and without user and password, for preparing, loading
 *     and counting
 * @param clientUrl the URL for measured connections: the same, or that of a proxy or load balancer
 * @param credentials the account, for both URLs
 */
public record ExternalServer(String url, String clientUrl, Credentials credentials) {
  /** The system property that holds the URL. */
  public static final String URL_PROPERTY = "storagebench.jdbc.url";

  /** The system property that holds the URL for measured connections. */
  public static final String CLIENT_URL_PROPERTY = "storagebench.jdbc.client.url";

  private static final Pattern URL = Pattern.compile("jdbc:(mysql|mariadb):.+");
  private static final Pattern SECRET =
      Pattern.compile("(?i)(^|[?&(,;])\\s*(user|\\w*password\\d?)\\s*=");
  private static final Pattern USER_AT_HOST = Pattern.compile("//[^/?]*@");
  private static final Pattern LOOPBACK =
      Pattern.compile("jdbc:\\w+://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?(/[^,]*)?");

  /**
   * The server that system property {@value #URL_PROPERTY} names; empty if it is not set.
   *
   * @throws EngineException if a URL is invalid or credentials are missing
   */
  static Optional<ExternalServer> find(Properties system, Map<String, String> environment) {
    String url = system.getProperty(URL_PROPERTY, "");
    String clientUrl = system.getProperty(CLIENT_URL_PROPERTY, "");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    check("--jdbc-url", url);
    if (!clientUrl.isEmpty()) {
      check("--client-url", clientUrl);
    }
    return Optional.of(
        new ExternalServer(
            url, clientUrl.isEmpty() ? url : clientUrl, Credentials.find(system, environment)));
  }

  /**
   * Rejects a URL that is invalid or contains a user or a password, which the message then does not
   * repeat: URLs are shown in results and logs.
   *
   * @param option the option that holds it
   * @throws EngineException with the reason
   */
  public static void check(String option, String url) {
    String decoded = decoded(url);
    if (SECRET.matcher(decoded).find() || USER_AT_HOST.matcher(decoded).find()) {
      throw new EngineException(
          "the URL in %s contains a user or a password, which others can see; remove them and set %s and %s in the environment, or use --jdbc-credentials FILE"
              .formatted(option, Credentials.USER_VARIABLE, Credentials.PASSWORD_VARIABLE));
    }
    if (!URL.matcher(url).matches()) {
      throw new EngineException(
          "invalid %s %s (expected jdbc:mysql://host:port/database or jdbc:mariadb://…)"
              .formatted(option, url));
    }
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException strayPercentSign) {
      return url;
    }
  }

  /** The second part of the URL, for example {@code mysql}. */
  public String scheme() {
    return url.split(":", 3)[1];
  }

  /** Whether measured connections have a URL of their own. */
  public boolean hasClientUrl() {
    return !clientUrl.equals(url);
  }

  /** Whether a URL names only this machine. */
  public static boolean isLoopback(String url) {
    return LOOPBACK.matcher(url).matches();
  }
}
