package dev.storagebench.sql.mysql;

import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.DriverSettings.Setting;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.Endpoint;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A JDBC driver and the properties that differ from its defaults. Connector/J's together raise a
 * point select from about a third to nine tenths of the throughput of a C client; its other
 * "performance" properties made no visible difference.
 */
enum Driver {
  /** MySQL's own, the default. */
  CONNECTOR_J("connector-j", "mysql"),

  /** The same, but each statement is sent as text, as by clients that prepare nothing. */
  CONNECTOR_J_TEXT("connector-j-text", "mysql"),

  /** MariaDB's, which also connects to MySQL; its other defaults are suitable. */
  MARIADB("mariadb", "mariadb");

  private static final String CACHE = "a borrowed connection reuses its prepared statements";
  private static final String LOCAL = "nothing leaves this machine";
  private static final String TEMPORARY = "a temporary file";

  private static final Setting SERVER_PREPARED =
      new Setting("useServerPrepStmts", "true", "statements are parsed once, values are binary");
  private static final List<Setting> OF_CONNECTOR_J =
      List.of(
          new Setting("useReadAheadInput", "false", "one system call less per answer"),
          new Setting("useUnbufferedInput", "false", "required by useReadAheadInput=false"),
          new Setting("cachePrepStmts", "true", CACHE),
          new Setting("prepStmtCacheSize", "256", CACHE),
          new Setting("prepStmtCacheSqlLimit", "4096", "longer statements, too"));
  private static final List<Setting> OF_MARIADB =
      List.of(
          new Setting("prepStmtCacheSize", "256", CACHE),
          new Setting(
              "sessionVariables",
              "character_set_results=NULL",
              "columns are not converted, as with Connector/J"));
  private static final Setting KEY_RETRIEVAL =
      new Setting(
          "allowPublicKeyRetrieval",
          "true",
          "caching_sha2_password without TLS; safe on the same machine");
  private static final Setting SOCKET_FACTORY =
      new Setting(
          "socketFactory",
          ChannelSocketFactory.class.getName(),
          "1 write and 1 read per statement, without read timeouts");

  private final String label;
  private final String scheme;

  Driver(String label, String scheme) {
    this.label = label;
    this.scheme = scheme;
  }

  /**
   * The driver of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  static Driver parse(String name) {
    if (name.equals(SqlEngine.DEFAULT_DRIVER)) {
      return CONNECTOR_J;
    }
    return Arrays.stream(values())
        .filter(driver -> driver.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "invalid driver '%s' for MySQL and MariaDB (expected one of %s)"
                        .formatted(name, List.of(values()))));
  }

  /** The driver that a URL is written for. */
  static Driver ofUrl(String url) {
    return url.startsWith("jdbc:mariadb:") ? MARIADB : CONNECTOR_J;
  }

  /** A URL with this driver's scheme. */
  String url(String other) {
    return "jdbc:%s:%s".formatted(scheme, other.split(":", 3)[2]);
  }

  /** The URL of an own server. */
  String url(Endpoint endpoint, String database) {
    return endpoint.address() instanceof InetSocketAddress tcp
        ? "jdbc:%s://%s:%d/%s"
            .formatted(scheme, tcp.getAddress().getHostAddress(), tcp.getPort(), database)
        : "jdbc:%s://localhost/%s".formatted(scheme, database);
  }

  /** The properties for an external server. */
  DriverSettings settings(boolean isLoopback) {
    List<Setting> settings = new ArrayList<>();
    if (this != CONNECTOR_J_TEXT) {
      settings.add(SERVER_PREPARED);
    }
    settings.addAll(this == MARIADB ? OF_MARIADB : OF_CONNECTOR_J);
    if (isLoopback) {
      settings.add(new Setting("sslMode", this == MARIADB ? "disable" : "DISABLED", LOCAL));
      settings.add(KEY_RETRIEVAL);
      if (this != MARIADB) {
        settings.add(SOCKET_FACTORY);
      }
    }
    return new DriverSettings(List.copyOf(settings));
  }

  /** The properties for an own server. */
  DriverSettings settings(Endpoint endpoint) {
    DriverSettings settings = settings(true);
    return endpoint instanceof Endpoint.UnixSocket unix
        ? settings.with(
            List.of(
                new Setting(
                    this == MARIADB ? "localSocket" : "path",
                    unix.path().toString(),
                    "the Unix socket: about a quarter more point reads than TCP",
                    TEMPORARY)))
        : settings;
  }

  @Override
  public String toString() {
    return label;
  }
}
