package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.UnsupportedSettingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;

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
  private static final String TLS_MODE = "sslMode";
  private static final Pattern UNPROVEN =
      Pattern.compile(
          "(?i)ssl|tls|certificat|hostname|public key|plug-?in|restrictedAuth|authentication method");

  private static final String UNPROVEN_REMEDY =
      "; the server must prove its identity by TLS, and gets no clear-text password: see 'Connections to other machines' in docs/mysql.md, or give up protection with "
          + DisabledProtection.OPTION;

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
        "url", clientUrl,
        "user", credentials.user(),
        "password", credentials.password(),
        "insecurities", StringUtils.join(insecurities, ","));
  }

  /** The server at an address that another process knows. */
  static ExternalServer of(Map<String, String> address) {
    return new ExternalServer(
        address.get("url"),
        address.get("url"),
        new Credentials(address.get("user"), address.get("password")),
        DisabledProtection.parse(address.get("insecurities")));
  }

  /**
   * The properties of a driver that a URL does not set itself, and the kind of TLS, as results show
   * them: lines {@code DRIVER:local}, or {@code DRIVER:remote} and the protections given up, of
   * {@code settings.txt}. A server on another machine proves its identity before it gets the
   * password.
   */
  public static List<AppliedSetting> driver(
      Class<?> beside, String driver, String url, Set<DisabledProtection> insecurities) {
    Map<String, String> given = JdbcUrl.properties(url);
    boolean local = JdbcUrl.isLoopback(url);
    StringBuilder where = new StringBuilder(driver).append(local ? ":local" : ":remote");
    if (!local) {
      insecurities.stream().sorted().forEach(each -> where.append(':').append(each));
    }
    Map<String, String> tls =
        local && given.containsKey(TLS_MODE)
            ? Map.of(AppliedSetting.TLS, given.get(TLS_MODE))
            : Map.of();
    // A time-out for each answer needs a socket of the driver's, which reaches no Unix socket.
    boolean timed =
        given.containsKey("socketTimeout")
            && !given.containsKey("path")
            && !given.containsKey("socketFactoryArg");
    return new SettingsReport()
        .listed(beside, where.toString(), null, tls).settings().stream()
            .filter(each -> !given.containsKey(each.name()))
            .filter(each -> !timed || !each.name().equals("socketFactory"))
            .toList();
  }

  /**
   * Connects.
   *
   * @param to one of the URLs, with the scheme of the driver
   * @param driver its properties, see {@link #driver}
   */
  public Pool open(
      String engine, String to, List<AppliedSetting> driver, Supplier<Optional<String>> death) {
    try {
      return new Pool(engine, to, driver, credentials, death);
    } catch (EngineException e) {
      boolean isUnproven =
          !JdbcUrl.isLoopback(to)
              && ExceptionUtils.stream(e)
                  .anyMatch(cause -> UNPROVEN.matcher(cause.toString()).find());
      boolean isOfClients = hasClientUrl() && to.endsWith(clientUrl.split(":", 3)[2]);
      throw new EngineException(
          e.getMessage()
              + (isUnproven ? UNPROVEN_REMEDY : "")
              + (isOfClients ? "; check that --client-url is correct and its server running" : ""),
          e);
    }
  }

  /** The URLs, as settings of a report. */
  public Map<String, String> urls() {
    return hasClientUrl()
        ? Map.of(AppliedSetting.URL, url, "clientUrl", clientUrl)
        : Map.of(AppliedSetting.URL, url);
  }

  /**
   * Reports the durability of a server.
   *
   * @param found the settings that decide on it
   * @param remedy the statement that gives the one requested
   * @throws UnsupportedSettingException if it is weaker than requested
   */
  public static void reportDurability(
      SettingsReport report, Durability requested, Durability actual, String found, String remedy) {
    if (actual.compareTo(requested) < 0) {
      throw new UnsupportedSettingException(
          "durability %s requires more than the server has (%s); its administrator can run: %s"
              .formatted(requested, found, remedy));
    }
    String how = found + " of the external server";
    if (actual == requested) {
      report.honoured("durability", actual, how);
    } else {
      report.replaced("durability", actual, how);
    }
  }

  /** Whether measured connections have a URL of their own. */
  public boolean hasClientUrl() {
    return !clientUrl.equals(url);
  }
}
