package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * URL of an external server: the part of the grammars of Connector/J, MariaDB's driver and pgjdbc
 * that has no place for an account. URLs are shown in results, logs and lists of processes.
 *
 * @see <a
 *     href="https://dev.mysql.com/doc/connector-j/en/connector-j-reference-jdbc-url-format.html">Connector/J's
 *     URLs</a>
 * @see <a
 *     href="https://mariadb.com/docs/connectors/mariadb-connector-j/about-mariadb-connector-j">MariaDB's</a>
 * @see <a href="https://jdbc.postgresql.org/documentation/use/">pgjdbc's</a>
 */
public final class JdbcUrl {
  private static final String NAME = "[\\w.-]+";
  // Possessive loops of groups: others need stack for each turn. No turn may need to go back.
  private static final String PLAIN_HOST = "(?:[\\w.-]+|\\[[\\w:.%-]+])(?::\\d+)?";
  private static final String HOST =
      "address=(?:\\(%s=[^()/?#&]*\\))++|%s".formatted(NAME, PLAIN_HOST);
  // No parentheses in values: MariaDB's driver takes address=(host=h) there for a host.
  // pgjdbc has a host and an account from some properties, whatever is before them.
  private static final String POSTGRESQL =
      "postgresql://%1$s(?:,%1$s)*+(?=/)(?!.*[?&](?i:(?:pg)?(?:host|port|dbname)|service)=)"
          .formatted(PLAIN_HOST);
  private static final Pattern URL =
      Pattern.compile(
          "jdbc:(?:(?:mysql|mariadb):(?:[\\w-]+:)?//(?:%1$s)(?:,(?:%1$s))*+|%3$s)(?:/[^/?#&=()]*)?(?:\\?(?:%2$s=[^&#()]*(?:&%2$s=[^&#()]*)*+)?)?"
              .formatted(HOST, NAME, POSTGRESQL));
  private static final Pattern PROPERTY = Pattern.compile("[?&(](%s)=([^&)]*)".formatted(NAME));
  // Also where no driver would look for it: it is a password all the same.
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)@|(?<![\\w-])(user(name)?|[\\w-]*(password|passwd|pwd|passphrase|secret|secretkey|accesskeyid|token))\\d?\\s*=");
  private static final Pattern LOOPBACK =
      Pattern.compile("jdbc:\\w+://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?([/?].*)?");

  private JdbcUrl() {}

  /**
   * Rejects a URL that is invalid, contains a user or a password, or weakens the connection. The
   * message repeats only names.
   *
   * @param option the option that holds it
   * @throws EngineException with the reason
   */
  public static void check(String option, String url) {
    if (SECRET.matcher(decoded(url)).find()) {
      throw new EngineException(
          "the URL in %s contains a user or a password, which others can see; remove them and set %s and %s in the environment, or use --jdbc-credentials FILE"
              .formatted(option, Credentials.USER_VARIABLE, Credentials.PASSWORD_VARIABLE));
    }
    if (!URL.matcher(url).matches()) {
      throw new EngineException(
          "invalid URL in %s (expected jdbc:mysql://host:port/database?name=value&…, jdbc:mariadb://… or jdbc:postgresql://…, without user and password)"
              .formatted(option));
    }
    for (String name : properties(url).keySet()) {
      if (DisabledProtection.isReserved(name, isLoopback(url))) {
        throw new EngineException(
            "the URL in %s sets %s; leave it out: the server must prove its identity by TLS unless %s says otherwise, and may never ask for files"
                .formatted(option, name, DisabledProtection.OPTION));
      }
    }
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException strayPercentSign) {
      return url;
    }
  }

  /** The properties that a valid URL sets, of single hosts among them, by name in any case. */
  public static Map<String, String> properties(String url) {
    Map<String, String> properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    PROPERTY.matcher(url).results().forEach(each -> properties.put(each.group(1), each.group(2)));
    return properties;
  }

  /** Whether a URL names only this machine. */
  public static boolean isLoopback(String url) {
    return LOOPBACK.matcher(url).matches();
  }
}
