package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A server that was not started here.
 *
 * @param url its JDBC URL, with a database and without user and password, for preparing, loading
 *     and counting
 * @param clientUrl the URL for measured connections: the same, or that of a proxy or load balancer
 * @param credentials the account, for both URLs
 * @param insecurities what need not be protected on the way to another machine
 */
public record ExternalServer(
    String url, String clientUrl, Credentials credentials, Set<Insecurity> insecurities) {
  /** The system property that holds the URL. */
  public static final String URL_PROPERTY = "storagebench.jdbc.url";

  /** The system property that holds the URL for measured connections. */
  public static final String CLIENT_URL_PROPERTY = "storagebench.jdbc.client.url";

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
    checkUrls(system);
    return Optional.of(
        new ExternalServer(
            url,
            clientUrl.isEmpty() ? url : clientUrl,
            Credentials.find(system, environment),
            Insecurity.parse(system.getProperty(Insecurity.PROPERTY, ""))));
  }

  /**
   * Rejects URLs in system properties that are invalid or contain a user or a password.
   *
   * @throws EngineException with the option and the reason
   */
  public static void checkUrls(Properties system) {
    Map.of("--jdbc-url", URL_PROPERTY, "--client-url", CLIENT_URL_PROPERTY)
        .forEach(
            (option, property) -> {
              String url = system.getProperty(property, "");
              if (!url.isEmpty()) {
                JdbcUrl.check(option, url);
              }
            });
  }

  /** What {@link #of} reads, in another process; has the password in it. */
  Map<String, String> asMap() {
    return Map.of(
        "url",
        clientUrl,
        "user",
        credentials.user(),
        "password",
        credentials.password(),
        "insecurities",
        insecurities.stream().map(Insecurity::toString).collect(Collectors.joining(",")));
  }

  /** The server at an address that another process knows. */
  static ExternalServer of(Map<String, String> address) {
    return new ExternalServer(
        address.get("url"),
        address.get("url"),
        new Credentials(address.get("user"), address.get("password")),
        Insecurity.parse(address.get("insecurities")));
  }

  /** The second part of the URL, for example {@code mysql}. */
  public String scheme() {
    return url.split(":", 3)[1];
  }

  /** Whether measured connections have a URL of their own. */
  public boolean hasClientUrl() {
    return !clientUrl.equals(url);
  }
}
