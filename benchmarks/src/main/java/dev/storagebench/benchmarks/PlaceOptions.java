package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.launch.Launcher;
import dev.storagebench.core.run.ControllerProcess;
import dev.storagebench.core.run.MachineLock;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.TemporaryFolder;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Insecurity;
import dev.storagebench.sql.server.MysqlDistribution;
import dev.storagebench.sql.server.ServerInstall;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where servers, plugins and cached data are: options that are no parameters of a cell. */
final class PlaceOptions {
  static final String HEADING = "%nServers, plugins, cache, other runs:%n";
  private static final String MYSQL = "mysql";

  @Option(
      names = "--with",
      split = ",",
      paramLabel = MYSQL,
      description = "Download this server if it is missing (MySQL 8.0: 553 MB, once).")
  private List<String> with = List.of();

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      description =
          "Measure a running server. User and password come from STORAGE_BENCH_JDBC_USER and STORAGE_BENCH_JDBC_PASSWORD or from --jdbc-credentials.")
  private @Nullable String jdbcUrl;

  @Option(
      names = "--client-url",
      paramLabel = "URL",
      description =
          "Connect measured clients here instead of to --jdbc-url: a proxy or load balancer in front of that server, with the same accounts.")
  private @Nullable String clientUrl;

  @Option(
      names = "--jdbc-credentials",
      paramLabel = "FILE",
      description = "Properties file with user and password, readable by you only.")
  private @Nullable Path jdbcCredentials;

  @Option(
      names = Insecurity.OPTION,
      paramLabel = "WHAT",
      description =
          "Give up protection of connections to another machine: unverified-tls (any certificate), no-tls, public-key (of whoever answers), clear-text (the password itself is sent); several with commas.")
  private @Nullable String insecure;

  @Option(
      names = "--launch",
      paramLabel = "WHERE",
      description =
          "Where the processes of --clients run: local (default), ssh:HOST[:PORT],HOST,… or slurm[:OPTIONS]; or the rounds of --machines: slurm[:OPTIONS]; see docs/many-machines.md.")
  private @Nullable String launch;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Address of this machine that clients connect to, with TLS (default: a port of the loopback address, which ssh forwards).")
  private @Nullable String listen;

  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      description = "Jar with an engine of your own; see docs/versions-and-plugins.md.")
  private List<Path> plugins = List.of();

  @Option(
      names = "--server-dir",
      paramLabel = "FOLDER",
      description =
          "Installed MySQL, MariaDB or Percona Server for the engines mysql, mariadb and myrocks (default: those on the PATH; mysql: the downloaded one).")
  private @Nullable Path serverFolder;

  @Option(
      names = "--cache-folder",
      paramLabel = "FOLDER",
      description = "Where packed data, stores and servers are kept between runs.")
  private @Nullable Path cacheFolder;

  @Option(
      names = "--no-wait",
      description =
          "Measure although another run is measuring on this machine; the results of both say so.")
  private boolean noWait;

  /** The servers outside of this machine that a run depends on. */
  static Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>();
    Map.of(
            "--jdbc-url",
            ExternalServer.URL_PROPERTY,
            "--client-url",
            ExternalServer.CLIENT_URL_PROPERTY,
            Insecurity.OPTION,
            Insecurity.PROPERTY,
            "--launch",
            ControllerProcess.LAUNCH_PROPERTY)
        .forEach((option, property) -> facts.put(option, System.getProperty(property, "none")));
    return facts;
  }

  /** Puts the options into effect and downloads servers. */
  void apply(PrintWriter out) throws Exception {
    set(CacheFolder.PROPERTY, cacheFolder);
    TemporaryFolder.begin(CacheFolder.current());
    if (noWait) {
      System.setProperty(MachineLock.NO_WAIT_PROPERTY, "true");
    }
    Plugins.use(plugins);
    if (clientUrl != null && jdbcUrl == null) {
      throw new IllegalArgumentException(
          "--client-url needs --jdbc-url, the server to prepare and load");
    }
    set(ExternalServer.URL_PROPERTY, jdbcUrl);
    set(ExternalServer.CLIENT_URL_PROPERTY, clientUrl);
    set(Insecurity.PROPERTY, insecure);
    if (launch != null) {
      Launcher.parse(launch);
    }
    if (listen != null) {
      ControllerProcess.listenAt(listen);
    }
    set(ControllerProcess.LAUNCH_PROPERTY, launch);
    set(ControllerProcess.LISTEN_PROPERTY, listen);
    // Also those that are set by -D: nothing may show them before they are checked.
    ExternalServer.checkUrls(System.getProperties());
    Insecurity.parse(System.getProperty(Insecurity.PROPERTY, ""));
    set("storagebench.jdbc.credentials", jdbcCredentials);
    set(ServerInstall.FOLDER_PROPERTY, serverFolder);
    // What is not there, or is something else, is refused before anything is packed or loaded.
    if (jdbcCredentials != null) {
      Credentials.read(jdbcCredentials.toAbsolutePath());
    }
    if (serverFolder != null) {
      ServerInstall.onThisMachine();
    }
    for (String server : with) {
      if (!server.equals(MYSQL)) {
        throw NearestName.unknown("--with", server, List.of(MYSQL));
      }
      CacheFolder.current().probeWritable();
      try {
        Progress.of(out, MysqlDistribution.ofUser()::provide);
      } catch (EngineException e) {
        out.println("cannot download MySQL: " + e.getMessage());
        out.flush();
      }
    }
  }

  private static void set(String property, @Nullable Path path) {
    if (path != null) {
      System.setProperty(property, path.toAbsolutePath().toString());
    }
  }

  private static void set(String property, @Nullable String value) {
    if (value != null) {
      System.setProperty(property, value);
    }
  }
}
