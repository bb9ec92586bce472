package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.Endpoint;
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
  private static final String SOCKET = "the Unix socket: about a quarter more point reads than TCP";

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
    return "jdbc:%s://%s/%s".formatted(scheme, endpoint.authority(), database);
  }

  /** The properties for an external server. */
  List<AppliedSetting> settings(boolean isLoopback) {
    SettingsReport settings = new SettingsReport();
    if (this != CONNECTOR_J_TEXT) {
      settings.own("useServerPrepStmts", true, "statements are parsed once, values are binary");
    }
    if (this == MARIADB) {
      settings
          .own("prepStmtCacheSize", 256, CACHE)
          .own(
              "sessionVariables",
              "character_set_results=NULL",
              "columns are not converted, as with Connector/J");
    } else {
      settings
          .own("useReadAheadInput", false, "one system call less per answer")
          .own("useUnbufferedInput", false, "required by useReadAheadInput=false")
          .own("cachePrepStmts", true, CACHE)
          .own("prepStmtCacheSize", 256, CACHE)
          .own("prepStmtCacheSqlLimit", 4096, "longer statements, too");
    }
    if (isLoopback) {
      settings
          .own("sslMode", this == MARIADB ? "disable" : "DISABLED", "nothing leaves this machine")
          .own(
              "allowPublicKeyRetrieval",
              true,
              "caching_sha2_password without TLS; safe on the same machine");
      if (this != MARIADB) {
        settings.own(
            "socketFactory",
            ChannelSocketFactory.class.getName(),
            "1 write and 1 read per statement, without read timeouts");
      }
    }
    return settings.settings();
  }

  /** The properties for an own server. */
  List<AppliedSetting> settings(Endpoint endpoint) {
    List<AppliedSetting> settings = new ArrayList<>(settings(true));
    if (endpoint instanceof Endpoint.UnixSocket unix) {
      settings.add(
          new AppliedSetting(
              this == MARIADB ? "localSocket" : "path", unix.path().toString(), Role.OWN, SOCKET));
    }
    return settings;
  }

  /** The properties for an own server as results show them. */
  List<AppliedSetting> report(Endpoint endpoint) {
    return settings(endpoint).stream()
        .map(
            setting ->
                setting.reason().equals(SOCKET)
                    ? new AppliedSetting(setting.name(), "a temporary file", Role.OWN, SOCKET)
                    : setting)
        .toList();
  }

  @Override
  public String toString() {
    return label;
  }
}
