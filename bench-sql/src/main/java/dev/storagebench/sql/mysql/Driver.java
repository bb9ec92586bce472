package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JDBC driver and the properties that differ from its defaults. Connector/J's together raise a
 * point select from about a third to four fifths of the throughput of a C client; its other
 * "performance" properties made no visible difference.
 */
enum Driver {
  /** MySQL's own, the default for its servers. */
  CONNECTOR_J("mysql"),

  /** Connector/J, but each statement is sent as text, as by clients that prepare nothing. */
  CONNECTOR_J_TEXT("mysql"),

  /** MariaDB's, the default for its servers; it also connects to MySQL. */
  MARIADB("mariadb");

  private final String scheme;

  Driver(String scheme) {
    this.scheme = scheme;
  }

  /**
   * The driver of this name.
   *
   * @param auto the one for {@code auto}
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  static Driver parse(String name, Driver auto) {
    return name.equals(SqlEngine.DEFAULT_DRIVER)
        ? auto
        : EnumNames.parse(Driver.class, "driver for MySQL and MariaDB", name);
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

  /** URL with the server's socket, for whichever driver another process chooses. */
  String urlForAny(Endpoint endpoint, String database) {
    String url = url(endpoint, database);
    return endpoint
        .socket()
        .map(path -> "%1$s?path=%2$s&localSocket=%2$s".formatted(url, path))
        .orElse(url);
  }

  private String key() {
    return "driver:" + EnumNames.option(this);
  }

  /**
   * The properties for an external server that its URL does not set itself. One on another machine
   * proves its identity before it gets the password.
   */
  List<AppliedSetting> report(String url, Set<DisabledProtection> insecurities) {
    return ExternalServer.driver(Driver.class, key(), url, insecurities);
  }

  /**
   * The properties for an own server.
   *
   * @param socket the path of its socket, or how results show it; empty if it has a port
   */
  List<AppliedSetting> settings(Optional<?> socket) {
    Map<String, ?> inForce = socket.isPresent() ? Map.of("socket", socket.get()) : Map.of();
    return new SettingsReport().listed(Driver.class, key() + ":local", null, inForce).settings();
  }
}
