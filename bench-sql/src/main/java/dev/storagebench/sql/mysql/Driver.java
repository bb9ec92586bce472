package dev.storagebench.sql.mysql;

import dev.storagebench.sql.jdbc.DriverSettings;
import dev.storagebench.sql.jdbc.DriverSettings.Setting;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.Endpoint;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

/**
 * A JDBC driver, and what differs from its defaults. Connector/J's settings together take a point
 * select from about a third of what a C client reaches to nine tenths; its other "performance"
 * properties made no difference that could be seen.
 */
enum Driver {
  /** MySQL's own, the default. */
  CONNECTOR_J("connector-j", "mysql") {
    @Override
    List<Setting> everywhere() {
      return List.of(
          SERVER_PREPARED,
          new Setting("useReadAheadInput", "false", "one system call less for each answer"),
          new Setting("useUnbufferedInput", "false", "needed by useReadAheadInput=false"),
          new Setting("cachePrepStmts", "true", CACHE),
          new Setting("prepStmtCacheSize", "256", CACHE),
          new Setting("prepStmtCacheSqlLimit", "4096", "longer statements too"));
    }

    @Override
    List<Setting> loopback() {
      return List.of(new Setting("sslMode", "DISABLED", LOCAL), KEY_RETRIEVAL);
    }

    @Override
    List<Setting> tcp() {
      return List.of(
          new Setting(
              "socketFactory",
              LoopbackSocketFactory.class.getName(),
              "1 write and 1 read for each statement, at the price of time-outs of single reads"));
    }

    @Override
    List<Setting> socket(String path) {
      return List.of(
          new Setting(
              "socketFactory",
              UnixSocketFactory.class.getName(),
              "about a quarter more point reads than TCP: 1 write and 1 read for each statement"),
          new Setting("path", path, SOCKET, A_FILE));
    }
  },

  /** The same sending each statement as text, as clients do that prepare nothing. */
  CONNECTOR_J_TEXT("connector-j-text", "mysql") {
    @Override
    List<Setting> everywhere() {
      return CONNECTOR_J.everywhere().stream()
          .filter(setting -> !setting.equals(SERVER_PREPARED))
          .toList();
    }

    @Override
    List<Setting> loopback() {
      return CONNECTOR_J.loopback();
    }

    @Override
    List<Setting> tcp() {
      return CONNECTOR_J.tcp();
    }

    @Override
    List<Setting> socket(String path) {
      return CONNECTOR_J.socket(path);
    }
  },

  /** MariaDB's, which talks to MySQL as well; its other defaults are as one would set them. */
  MARIADB("mariadb", "mariadb") {
    @Override
    List<Setting> everywhere() {
      return List.of(
          SERVER_PREPARED,
          new Setting("prepStmtCacheSize", "256", CACHE),
          new Setting(
              "sessionVariables",
              "character_set_results=NULL",
              "columns come as they are stored, as Connector/J has it by default"));
    }

    @Override
    List<Setting> loopback() {
      return List.of(new Setting("sslMode", "disable", LOCAL), KEY_RETRIEVAL);
    }

    @Override
    List<Setting> tcp() {
      return List.of();
    }

    @Override
    List<Setting> socket(String path) {
      return List.of(new Setting("localSocket", path, SOCKET, A_FILE));
    }
  };

  private static final String CACHE = "a connection that is borrowed finds its statements again";
  private static final String LOCAL = "nothing leaves this machine";
  private static final String SOCKET = "the socket";
  private static final String A_FILE = "a temporary file";
  private static final Setting SERVER_PREPARED =
      new Setting("useServerPrepStmts", "true", "statements are parsed once, values go as binary");
  private static final Setting KEY_RETRIEVAL =
      new Setting(
          "allowPublicKeyRetrieval",
          "true",
          "caching_sha2_password without TLS; no one can stand between on this machine");

  private final String word;
  private final String scheme;

  Driver(String word, String scheme) {
    this.word = word;
    this.scheme = scheme;
  }

  abstract List<Setting> everywhere();

  abstract List<Setting> loopback();

  abstract List<Setting> tcp();

  abstract List<Setting> socket(String path);

  /**
   * The driver of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  static Driver parse(String name) {
    if (name.equals(SqlEngine.DEFAULT_DRIVER)) {
      return CONNECTOR_J;
    }
    for (Driver driver : values()) {
      if (driver.word.equals(name)) {
        return driver;
      }
    }
    throw new IllegalArgumentException(
        "no driver '%s' for MySQL and MariaDB; the drivers are %s"
            .formatted(name, Arrays.stream(values()).map(Driver::toString).toList()));
  }

  /** The driver that a URL is written for. */
  static Driver ofUrl(String url) {
    return url.startsWith("jdbc:mariadb:") ? MARIADB : CONNECTOR_J;
  }

  /** The URL with this driver's scheme. */
  String url(String other) {
    return "jdbc:%s:%s".formatted(scheme, other.split(":", 3)[2]);
  }

  /** The URL of a server of ours. */
  String url(Endpoint endpoint, String database) {
    return endpoint.address() instanceof InetSocketAddress tcp
        ? "jdbc:%s://%s:%d/%s"
            .formatted(scheme, tcp.getAddress().getHostAddress(), tcp.getPort(), database)
        : "jdbc:%s://localhost/%s".formatted(scheme, database);
  }

  /** For a server that may be reached over a network. */
  DriverSettings settings(boolean isLoopback) {
    DriverSettings settings = new DriverSettings(everywhere());
    return isLoopback ? settings.with(loopback()).with(tcp()) : settings;
  }

  /** For a server of ours. */
  DriverSettings settings(Endpoint endpoint) {
    return endpoint instanceof Endpoint.UnixSocket unix
        ? new DriverSettings(everywhere()).with(loopback()).with(socket(unix.path().toString()))
        : settings(true);
  }

  @Override
  public String toString() {
    return word;
  }
}
