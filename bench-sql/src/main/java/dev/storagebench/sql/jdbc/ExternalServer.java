package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Candidate;
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
    String url, String clientUrl, Credentials credentials, Set<DisabledProtection> insecurities) {
  /** The option of a candidate that names its server. */
  static final String URL = "url";

  /** The option of a candidate that names what its measured connections go to. */
  public static final String CLIENT_URL = "client-url";

  /** The system property with the URL for candidates that have none of their own. */
  public static final String URL_PROPERTY = "storagebench.jdbc.url";

  /** The system property with the URL for their measured connections. */
  public static final String CLIENT_URL_PROPERTY = "storagebench.jdbc.client.url";

  /**
   * The server that a candidate names, else system property {@value #URL_PROPERTY}; empty if
   * neither does.
   *
   * @throws EngineException if a URL is invalid or credentials are missing
   */
  static Optional<ExternalServer> find(
      Candidate candidate, Properties system, Map<String, String> environment) {
    Map<String, String> options = candidate.options();
    boolean own = options.containsKey(URL);
    String url = own ? options.get(URL) : system.getProperty(URL_PROPERTY, "");
    String clientUrl =
        options.getOrDefault(CLIENT_URL, own ? "" : system.getProperty(CLIENT_URL_PROPERTY, ""));
    if (url.isEmpty()) {
      if (options.containsKey(CLIENT_URL)) {
        throw new EngineException(
            "candidate %s: client-url needs url, the server to prepare and load"
                .formatted(candidate.label()));
      }
      return Optional.empty();
    }
    checkUrls(system);
    options.forEach(ExternalServer::check);
    return Optional.of(
        new ExternalServer(
            url,
            clientUrl.isEmpty() ? url : clientUrl,
            Credentials.find(candidate.label(), system, environment),
            DisabledProtection.parse(system.getProperty(DisabledProtection.PROPERTY, ""))));
  }

  /** Whether an option of a candidate names a server or a proxy that runs already. */
  public static boolean isOption(String option) {
    return option.equals(URL) || option.equals(CLIENT_URL);
  }

  /**
   * Rejects a candidate's option that is an invalid URL or contains a user or a password, whatever
   * the option's name.
   *
   * @throws EngineException with the option and the reason
   */
  public static void check(String option, String value) {
    if (isOption(option) || value.startsWith("jdbc:")) {
      JdbcUrl.check(option, value);
    }
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

  /** Address for {@link #of} in another process; contains the password. */
  Map<String, String> asMap() {
    return Map.of(
        "url",
        clientUrl,
        "user",
        credentials.user(),
        "password",
        credentials.password(),
        "insecurities",
        insecurities.stream().map(DisabledProtection::toString).collect(Collectors.joining(",")));
  }

  /** The server at an address that another process knows. */
  static ExternalServer of(Map<String, String> address) {
    return new ExternalServer(
        address.get("url"),
        address.get("url"),
        new Credentials(address.get("user"), address.get("password")),
        DisabledProtection.parse(address.get("insecurities")));
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
