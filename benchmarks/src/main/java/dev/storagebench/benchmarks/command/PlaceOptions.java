package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.launch.Launcher;
import dev.storagebench.benchmarks.run.ControllerProcess;
import dev.storagebench.benchmarks.terminal.Progress;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.TemporaryFolder;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.DisabledProtection;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerRelease;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that are no parameters of a cell: where servers, plugins and cached data are. */
final class PlaceOptions {
  static final String HEADING = "%nServers, plugins, cache, other runs:%n";

  @Option(names = "--with", split = ",", paramLabel = "SERVER")
  private List<String> with = List.of();

  @Option(names = "--jdbc-url", paramLabel = "URL")
  private @Nullable String jdbcUrl;

  @Option(names = "--client-url", paramLabel = "URL")
  private @Nullable String clientUrl;

  @Option(names = "--jdbc-credentials", paramLabel = "FILE")
  private @Nullable Path jdbcCredentials;

  @Option(names = DisabledProtection.OPTION, paramLabel = "WHAT")
  private @Nullable String insecure;

  @Option(names = "--launch", paramLabel = "WHERE")
  private @Nullable String launch;

  @Option(names = "--plugin", paramLabel = "JAR")
  private List<Path> plugins = List.of();

  @Option(names = "--server-dir", paramLabel = "FOLDER")
  private @Nullable Path serverFolder;

  @Option(names = "--cache-folder", paramLabel = "FOLDER")
  private @Nullable Path cacheFolder;

  @Option(names = "--no-wait")
  private boolean noWait;

  /** Whether a run measures only when no other one does. */
  boolean waits() {
    return !noWait;
  }

  /** Engines of servers that are asked for; null for all that a folder may stand for. */
  @Nullable Set<String> servers() {
    String url = jdbcUrl;
    Stream<String> reached =
        Engines.all().stream()
            .filter(each -> url != null && each instanceof SqlEngine sql && sql.isReachedBy(url))
            .map(StorageEngine::name);
    return serverFolder != null
        ? null
        : Stream.concat(with.stream(), reached).collect(Collectors.toSet());
  }

  /** The servers outside of this machine that a run depends on. */
  static Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>();
    facts.put("--jdbc-url", System.getProperty(ExternalServer.URL_PROPERTY, "none"));
    facts.put("--client-url", System.getProperty(ExternalServer.CLIENT_URL_PROPERTY, "none"));
    facts.put(DisabledProtection.OPTION, System.getProperty(DisabledProtection.PROPERTY, "none"));
    facts.put("--launch", System.getProperty(ControllerProcess.LAUNCH_PROPERTY, "none"));
    return facts;
  }

  /**
   * Puts the options into effect and downloads servers.
   *
   * @return the cache folder
   */
  CacheFolder apply(PrintWriter out) throws Exception {
    set(CacheFolder.PROPERTY, cacheFolder);
    CacheFolder cache = CacheFolder.current();
    TemporaryFolder.begin(cache);
    Plugins.use(plugins);
    if (clientUrl != null && jdbcUrl == null) {
      throw new IllegalArgumentException(
          "--client-url needs --jdbc-url, the server to prepare and load");
    }
    set(ExternalServer.URL_PROPERTY, jdbcUrl);
    set(ExternalServer.CLIENT_URL_PROPERTY, clientUrl);
    set(DisabledProtection.PROPERTY, insecure);
    if (launch != null) {
      Launcher.parse(launch);
    }
    set(ControllerProcess.LAUNCH_PROPERTY, launch);
    // Also those that are set by -D: nothing may show them before they are checked.
    ExternalServer.checkUrls(System.getProperties());
    DisabledProtection.parse(System.getProperty(DisabledProtection.PROPERTY, ""));
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
      List<String> known = ServerRelease.ALL.stream().map(ServerRelease::engine).toList();
      NearestName.require("--with", server, known);
      ServerRelease release = ServerRelease.ALL.get(known.indexOf(server));
      cache.probeWritable();
      try (Progress progress = Progress.ofDownloads(out)) {
        ServerDistribution.ofUser(release).provide(progress::fetching);
      } catch (EngineException e) {
        out.println("cannot download %s: %s".formatted(release.title(), e.getMessage()));
      }
    }
    return cache;
  }

  private static void set(String property, @Nullable Object value) {
    if (value != null) {
      System.setProperty(
          property, String.valueOf(value instanceof Path path ? path.toAbsolutePath() : value));
    }
  }
}
