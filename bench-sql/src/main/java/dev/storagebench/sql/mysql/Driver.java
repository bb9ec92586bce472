package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.JdbcUrl;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A JDBC driver and the properties that differ from its defaults. Connector/J's together raise a
 * point select from about a third to nine tenths of the throughput of a C client; its other
 * "performance" properties made no visible difference.
 */
enum Driver {
  /** MySQL's own, the default for its servers. */
  CONNECTOR_J("mysql"),

  /** Connector/J, but each statement is sent as text, as by clients that prepare nothing. */
  CONNECTOR_J_TEXT("mysql"),

  /** MariaDB's, the default for its servers; it also connects to MySQL. */
  MARIADB("mariadb");

  private static final String CACHE = "a borrowed connection reuses its prepared statements";
  private static final String TLS_MODE = "sslMode";
  private static final String PUBLIC_KEY = "allowPublicKeyRetrieval";
  private static final String NONE = "none";
  private static final String LOCAL = "nothing leaves this machine";
  private static final String VERIFIED = "the server proves that it is the host in the URL";
  private static final String SENT = "plug-ins that send the password itself are off";
  private static final String HASHING =
      "mysql_native_password,client_ed25519,parsec,caching_sha2_password";
  private static final String SOCKET = "the Unix socket: about a quarter more point reads than TCP";

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

  private SettingsReport common() {
    SettingsReport settings = new SettingsReport().own("prepStmtCacheSize", 256, CACHE);
    if (this != CONNECTOR_J_TEXT) {
      settings.own("useServerPrepStmts", true, "statements are parsed once, values are binary");
    }
    if (this == MARIADB) {
      settings
          .own("allowLocalInfile", false, "no server may ask for files; its default offers them")
          .own(
              "sessionVariables",
              "character_set_results=NULL",
              "columns are not converted, as with Connector/J");
    } else {
      settings
          .own("useReadAheadInput", false, "one system call less per answer")
          .own("useUnbufferedInput", false, "required by useReadAheadInput=false")
          .own("cachePrepStmts", true, CACHE)
          .own("prepStmtCacheSqlLimit", 4096, "longer statements, too");
    }
    return settings;
  }

  /** On this machine: nothing leaves it. */
  private SettingsReport local() {
    SettingsReport settings =
        common()
            .own(TLS_MODE, this == MARIADB ? "disable" : "DISABLED", LOCAL)
            .own(PUBLIC_KEY, true, "caching_sha2_password without TLS; safe on the same machine");
    if (this != MARIADB) {
      settings.own(
          "socketFactory",
          ChannelSocketFactory.class.getName(),
          "1 write and 1 read per statement, without read timeouts");
    }
    return settings;
  }

  /** To another machine: the server proves its identity before it gets the password. */
  private SettingsReport remote(Set<DisabledProtection> insecurities) {
    boolean none = insecurities.contains(DisabledProtection.NO_TLS);
    boolean any = insecurities.contains(DisabledProtection.UNVERIFIED_TLS);
    boolean clearText = insecurities.contains(DisabledProtection.CLEAR_TEXT);
    SettingsReport settings =
        common()
            .own(
                TLS_MODE,
                this == MARIADB
                    ? none ? "disable" : any ? "trust" : "verify-full"
                    : none ? "DISABLED" : any ? "REQUIRED" : "VERIFY_IDENTITY",
                none || any ? DisabledProtection.OPTION : VERIFIED)
            .own(
                PUBLIC_KEY,
                insecurities.contains(DisabledProtection.PUBLIC_KEY),
                "whoever sends a key can read the password");
    if (this == MARIADB) {
      settings
          .own("restrictedAuth", HASHING + (clearText ? ",dialog,mysql_clear_password" : ""), SENT)
          .own("deferCertificateValidation", false, "an unknown certificate ends the handshake")
          .own("permitRedirect", false, "measured is the server in the URL");
    } else if (!clearText) {
      settings.own("disabledAuthenticationPlugins", "mysql_clear_password", SENT);
    }
    return settings;
  }

  /** The properties for an external server that its URL does not set itself. */
  List<AppliedSetting> settings(String url, Set<DisabledProtection> insecurities) {
    Map<String, String> given = JdbcUrl.properties(url);
    return (JdbcUrl.isLoopback(url) ? local() : remote(insecurities))
        .settings().stream().filter(setting -> !given.containsKey(setting.name())).toList();
  }

  /** The properties for an external server as results show them. */
  List<AppliedSetting> report(String url, Set<DisabledProtection> insecurities) {
    boolean none = insecurities.contains(DisabledProtection.NO_TLS);
    boolean any = insecurities.contains(DisabledProtection.UNVERIFIED_TLS);
    SettingsReport tls = new SettingsReport();
    if (JdbcUrl.isLoopback(url)) {
      tls.own(AppliedSetting.TLS, JdbcUrl.properties(url).getOrDefault(TLS_MODE, NONE), LOCAL);
    } else {
      tls.own(
          AppliedSetting.TLS,
          none ? NONE : any ? "unverified" : "verified",
          none || any ? DisabledProtection.OPTION : VERIFIED);
    }
    return Stream.concat(tls.settings().stream(), settings(url, insecurities).stream()).toList();
  }

  /** The properties for an own server. */
  List<AppliedSetting> settings(Endpoint endpoint) {
    return withSocket(local(), endpoint.socket());
  }

  /** The properties for an own server as results show them. */
  List<AppliedSetting> report(Endpoint endpoint) {
    return withSocket(
        local().own(AppliedSetting.TLS, NONE, LOCAL),
        endpoint.socket().map(path -> "a temporary file"));
  }

  private List<AppliedSetting> withSocket(SettingsReport settings, Optional<?> path) {
    path.ifPresent(shown -> settings.own(this == MARIADB ? "localSocket" : "path", shown, SOCKET));
    return settings.settings();
  }
}
