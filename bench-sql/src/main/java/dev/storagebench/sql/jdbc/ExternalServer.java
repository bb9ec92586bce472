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
 * @param url its JDBC URL, which names a database, and neither user nor password: those who
 *     prepare, load and count use it
 * @param clientUrl the URL that those who measure use: the same, or that of a proxy or load
 *     balancer in front of it
 * @param credentials who to log in as, on both ways
 */
public record ExternalServer(String url, String clientUrl, Credentials credentials) {
  /** The system property that holds the URL. */
  public static final String URL_PROPERTY = "storagebench.jdbc.url";

  /** The system property that holds the URL of those who measure. */
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
   * @throws EngineException if a URL is not to be used, or there are no credentials
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
   * Refuses what is no URL of a server that can be measured, or carries a user or a password: URLs
   * are shown in results and logs. A refused one is not even shown in the refusal.
   *
   * @param option the option that holds it
   * @throws EngineException with the reason
   */
  public static void check(String option, String url) {
    String decoded = decoded(url);
    if (SECRET.matcher(decoded).find() || USER_AT_HOST.matcher(decoded).find()) {
      throw new EngineException(
          "the URL in %s carries a user or a password, and command lines and URLs are seen by others; remove them and set %s and %s in the environment, or name a file with --jdbc-credentials"
              .formatted(option, Credentials.USER_VARIABLE, Credentials.PASSWORD_VARIABLE));
    }
    if (!URL.matcher(url).matches()) {
      throw new EngineException(
          "%s %s: expected jdbc:mysql://host:port/database or jdbc:mariadb://…"
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

  /** Whether those who measure take another way than the others. */
  public boolean hasClientUrl() {
    return !clientUrl.equals(url);
  }

  /** Whether a URL leads to this machine only. */
  public static boolean isLoopback(String url) {
    return LOOPBACK.matcher(url).matches();
  }
}
