package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The properties of Connector/J that differ from its defaults, each with its reason. Together they
 * take a point select from about a third of what a C client reaches to nine tenths; its other
 * "performance" properties made no difference that could be seen. Its cache of prepared statements
 * is not needed: a session holds its own.
 */
record DriverSettings(List<Setting> settings) {

  /** One property. */
  record Setting(String name, String value, String reason) {

    /** The value as results have it: a socket's folder is another one each time. */
    private String told() {
      return reason.equals(SOCKET) ? "a temporary file" : value;
    }
  }

  private static final String SOCKET = "the socket";

  private static final List<Setting> EVERYWHERE =
      List.of(
          new Setting(
              "useServerPrepStmts", "true", "statements are parsed once, values go as binary"),
          new Setting("useReadAheadInput", "false", "one system call less for each answer"),
          new Setting("useUnbufferedInput", "false", "needed by useReadAheadInput=false"));

  private static final List<Setting> LOOPBACK =
      List.of(
          new Setting("sslMode", "DISABLED", "nothing leaves this machine"),
          new Setting(
              "allowPublicKeyRetrieval",
              "true",
              "caching_sha2_password without TLS; no one can stand between on this machine"));

  /** For a server that may be reached over a network. */
  static DriverSettings remote() {
    return new DriverSettings(EVERYWHERE);
  }

  /** For a server on this machine, over TCP. */
  static DriverSettings local() {
    return here(
        new Setting(
            "socketFactory",
            LoopbackSocketFactory.class.getName(),
            "1 write and 1 read for each statement, at the price of time-outs of single reads"));
  }

  private static DriverSettings here(Setting... more) {
    List<Setting> all = new ArrayList<>(EVERYWHERE);
    all.addAll(LOOPBACK);
    all.addAll(List.of(more));
    return new DriverSettings(List.copyOf(all));
  }

  // Its defaults do the rest: prepared statements are cached, and a query is one write and one
  // read.
  private static final List<Setting> MARIADB =
      List.of(
          new Setting(
              "useServerPrepStmts", "true", "statements are parsed once, values go as binary"),
          new Setting("prepStmtCacheSize", "256", "a connection that is borrowed finds them again"),
          new Setting(
              "sessionVariables",
              "character_set_results=NULL",
              "columns come as they are stored, as Connector/J has it by default"));

  private static final List<Setting> MARIADB_LOOPBACK =
      List.of(
          new Setting("sslMode", "disable", "nothing leaves this machine"),
          new Setting(
              "allowPublicKeyRetrieval",
              "true",
              "caching_sha2_password without TLS; no one can stand between on this machine"));

  /** Of MariaDB's client. */
  static DriverSettings mariadb(boolean local) {
    List<Setting> all = new ArrayList<>(MARIADB);
    if (local) {
      all.addAll(MARIADB_LOOPBACK);
    }
    return new DriverSettings(List.copyOf(all));
  }

  /** The same of MariaDB's client, through a Unix socket. */
  static DriverSettings mariadbThroughSocket(String path) {
    List<Setting> all = new ArrayList<>(mariadb(true).settings());
    all.add(new Setting("localSocket", path, SOCKET));
    return new DriverSettings(List.copyOf(all));
  }

  /** With one more, unless it is there already. */
  DriverSettings with(String name, String value, String reason) {
    if (settings.stream().anyMatch(setting -> setting.name().equals(name))) {
      return this;
    }
    List<Setting> all = new ArrayList<>(settings);
    all.add(new Setting(name, value, reason));
    return new DriverSettings(List.copyOf(all));
  }

  /** With the statements of a connection kept for its next borrower. */
  DriverSettings cachingStatements() {
    return with("cachePrepStmts", "true", "a connection that is borrowed finds them again")
        .with("prepStmtCacheSize", "256", "a connection that is borrowed finds them again")
        .with("prepStmtCacheSqlLimit", "4096", "longer statements too");
  }

  /** For a server of ours, through its Unix socket. */
  static DriverSettings throughSocket(String path) {
    return here(
        new Setting(
            "socketFactory",
            UnixSocketFactory.class.getName(),
            "about a quarter more point reads than TCP: 1 write and 1 read for each statement"),
        new Setting("path", path, SOCKET));
  }

  /** Without what a URL sets itself: whoever wrote it knows better. */
  DriverSettings unlessIn(String url) {
    return new DriverSettings(
        settings.stream().filter(setting -> !url.contains(setting.name() + "=")).toList());
  }

  Properties properties() {
    Properties properties = new Properties();
    settings.forEach(setting -> properties.setProperty(setting.name(), setting.value()));
    return properties;
  }

  List<AppliedSetting> report() {
    return settings.stream()
        .map(
            setting ->
                new AppliedSetting(
                    setting.name(), setting.told(), AppliedSetting.Role.OWN, setting.reason()))
        .toList();
  }
}
