package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.server.ServerInstall;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where servers are and where data is kept: no parameter of any cell. */
final class PlaceOptions {

  @Option(
      names = "--with",
      split = ",",
      paramLabel = "mysql",
      description = "Fetches a server that is not at hand yet (MySQL 8.0: 553 MB, once).")
  private List<String> with = List.of();

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      description = {
        "A running server to measure instead of one of our own; user and password come from",
        "STORAGE_BENCH_JDBC_USER and STORAGE_BENCH_JDBC_PASSWORD or from --jdbc-credentials."
      })
  private @Nullable String jdbcUrl;

  @Option(
      names = "--client-url",
      paramLabel = "URL",
      description = {
        "Where the measured connections go instead of to --jdbc-url: a proxy or load balancer in",
        "front of that server, with the same accounts."
      })
  private @Nullable String clientUrl;

  @Option(
      names = "--jdbc-credentials",
      paramLabel = "FILE",
      description = "A properties file with user and password that only you can read.")
  private @Nullable Path jdbcCredentials;

  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      description = "A jar with an engine of your own, see docs/versions-and-plugins.md.")
  private List<Path> plugins = List.of();

  @Option(
      names = "--server-dir",
      paramLabel = "FOLDER",
      description = {
        "An installed MySQL, MariaDB or Percona Server for the engines mysql, mariadb, myrocks",
        "and tokudb; by default those on the path (mysql: the one that is fetched)."
      })
  private @Nullable Path serverFolder;

  @Option(
      names = "--cache-folder",
      paramLabel = "FOLDER",
      description = "Where packed data, stores and servers are kept between runs.")
  private @Nullable Path cacheFolder;

  /** Puts all of it into force; fetches servers. */
  void apply(PrintWriter out) throws Exception {
    if (cacheFolder != null) {
      System.setProperty(CacheFolder.PROPERTY, cacheFolder.toAbsolutePath().toString());
    }
    Plugins.use(plugins);
    if (jdbcUrl != null) {
      ExternalServer.check("--jdbc-url", jdbcUrl);
      System.setProperty(ExternalServer.URL_PROPERTY, jdbcUrl);
    }
    if (clientUrl != null) {
      if (jdbcUrl == null) {
        throw new IllegalArgumentException(
            "--client-url needs --jdbc-url, the server that is prepared, loaded and counted");
      }
      ExternalServer.check("--client-url", clientUrl);
      System.setProperty(ExternalServer.CLIENT_URL_PROPERTY, clientUrl);
    }
    if (jdbcCredentials != null) {
      System.setProperty(
          "storagebench.jdbc.credentials", jdbcCredentials.toAbsolutePath().toString());
    }
    if (serverFolder != null) {
      System.setProperty(ServerInstall.FOLDER_PROPERTY, serverFolder.toAbsolutePath().toString());
    }
    for (String server : with) {
      ServerFetch.fetch(server, out);
    }
  }
}
