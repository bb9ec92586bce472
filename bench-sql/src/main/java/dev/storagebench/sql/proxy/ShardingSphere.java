package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Sha256;
import dev.storagebench.core.maven.Artifact;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * ShardingSphere-Proxy 5.1.1: the last version whose proxy is published as artifacts. It runs in a
 * JVM of its own, whose class path contains only its jars and {@link ShardingSphereMain}.
 *
 * @param database its name for clients, and on the servers too, but see {@link
 *     ServerGroup#databases}
 * @param tables to be sharded, by their names for clients
 * @param password for clients
 * @see <a
 *     href="https://shardingsphere.apache.org/document/5.1.1/en/user-manual/shardingsphere-jdbc/yaml-config/">how
 *     it is configured</a>
 */
record ShardingSphere(
    ProxyOptions options,
    ServerGroup group,
    String database,
    List<String> tables,
    String password) {
  static final String VERSION = "5.1.1";

  private static final String GROUP = "org.apache.shardingsphere:shardingsphere-";
  private static final List<Artifact> ARTIFACTS =
      List.of(
          Artifact.jar(GROUP + "proxy-frontend-mysql:" + VERSION),
          Artifact.jar(GROUP + "proxy-backend:" + VERSION),
          Artifact.jar(GROUP + "jdbc-core:" + VERSION),
          Artifact.jar(GROUP + "standalone-mode-core:" + VERSION),
          Artifact.jar("com.mysql:mysql-connector-j:8.0.33"),
          // Its distribution brings logback; this one writes warnings to the error output.
          Artifact.jar("org.slf4j:slf4j-simple:1.7.7"));

  /** The SHA-256 of each of its jars, by the names of their files. */
  private static final String DIGESTS = "shardingsphere-" + VERSION + ".sha256.properties";

  /**
   * Its 189 jars (64 MB), downloaded unless they are present.
   *
   * @throws EngineException if one is not the published file
   */
  static List<Path> jars(FetchListener listener) throws IOException {
    List<Path> jars = EngineVersions.ofUser().jars(ARTIFACTS, listener);
    Properties digests = new Properties();
    digests.load(
        new StringReader(String.join("\n", ResourceLines.of(ShardingSphere.class, DIGESTS))));
    jars.forEach(
        jar -> Sha256.require(jar, digests.getProperty(jar.getFileName().toString(), "none")));
    return jars;
  }

  /** Its settings. */
  static List<AppliedSetting> settings(ProxyOptions options) {
    List<AppliedSetting> settings =
        new ArrayList<>(
            List.of(
                options.setting(
                    "proxy",
                    "ShardingSphere-Proxy %s, %s".formatted(VERSION, options.topology()),
                    "mysql-connector-j 8.0.33 and HikariCP 3.4.2 to the servers, TCP without TLS"),
                options.setting("heap", "-Xmx, with G1"),
                options.setting("statements", "useServerPrepStmts on the way to the servers"),
                options.setting("connections", "maximumPoolSize of each data source")));
    options
        .ownProperties()
        .forEach((name, value) -> settings.add(options.setting("proxy." + name, value, "props")));
    return List.copyOf(settings);
  }

  ServerProcess.Launch launch(Path home, Endpoint here) throws IOException {
    Files.writeString(home.resolve("proxy.yaml"), text(secret -> "***"));
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessMark.JAVA,
                "-Xmx" + options.get("heap"),
                // Under a memory limit the JVM might choose another collector.
                "-XX:+UseG1GC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath(Files.createDirectories(home.resolve("classes"))),
                ShardingSphereMain.class.getName(),
                Integer.toString(here.port()),
                group.version()));
    command.addAll(options.ownProperties().keySet());
    return new ServerProcess.Launch(command, text(UnaryOperator.identity()));
  }

  /** One class of ours, copied into a folder of its own, and the jars that it needs. */
  private static String classPath(Path folder) throws IOException {
    String file = ShardingSphereMain.class.getName().replace('.', '/') + ".class";
    Path copy = folder.resolve(file);
    Files.createDirectories(copy.getParent());
    try (InputStream code =
        Objects.requireNonNull(
            ShardingSphereMain.class.getClassLoader().getResourceAsStream(file), file)) {
      Files.copy(code, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return Stream.concat(Stream.of(folder), jars(FetchListener.NONE).stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The configuration, with passwords or without. */
  private String text(UnaryOperator<String> secret) {
    String rules =
        switch (group.topology()) {
          case ROUTE -> "";
          case READ_WRITE_SPLITTING -> splitting();
          case SHARDING -> sharding();
        };
    String props =
        options.ownProperties().entrySet().stream()
            .map(each -> "  %s: '%s'".formatted(each.getKey(), each.getValue().replace("'", "''")))
            .collect(Collectors.joining("\n"));
    return """
        schemaName: %s
        mode: {type: Memory}
        dataSources:
        %s
        rules:
        - !AUTHORITY {users: ['%s@%%:%s'], provider: {type: ALL_PRIVILEGES_PERMITTED}}
        %s
        props:
        %s
        """
        .formatted(
            database, dataSources(secret), MysqlServer.USER, secret.apply(password), rules, props);
  }

  private String dataSources(UnaryOperator<String> secret) {
    List<ServerGroup.Database> databases = group.databases(database);
    return IntStream.range(0, databases.size())
        .mapToObj(i -> source(i, databases.get(i), secret))
        .collect(Collectors.joining("\n"));
  }

  private String source(int index, ServerGroup.Database of, UnaryOperator<String> secret) {
    String copy = index == 0 ? "primary" : "replica_" + index;
    return "  %s: {dataSourceClassName: com.zaxxer.hikari.HikariDataSource, jdbcUrl: '%s&cachePrepStmts=true&prepStmtCacheSize=8192&prepStmtCacheSqlLimit=1024&useServerPrepStmts=%s', username: %s, password: '%s', maximumPoolSize: %s, minimumIdle: 1}"
        .formatted(
            group.topology() == Topology.SHARDING ? "ds_" + index : copy,
            ServerGroup.url(of.server(), of.name()),
            options.get("statements").equals("prepared"),
            MysqlServer.USER,
            secret.apply(of.server().password()),
            options.get("connections"));
  }

  private String splitting() {
    return """
        - !READWRITE_SPLITTING
          dataSources: {%s: {type: Static, loadBalancerName: weights, props: {write-data-source-name: primary, read-data-source-names: 'replica_1,replica_2'}}}
          loadBalancers: {weights: {type: WEIGHT, props: {replica_1: 4, replica_2: 1}}}"""
        .formatted(database);
  }

  private String sharding() {
    return """
        - !SHARDING
          autoTables:
        %s
          shardingAlgorithms: {hash: {type: HASH_MOD, props: {sharding-count: %d}}}
          keyGenerators: {snowflake: {type: SNOWFLAKE}}"""
        .formatted(
            tables.stream()
                .map(
                    table ->
                        "    %s: {actualDataSources: 'ds_${0..%d}', shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: hash}}, keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}}"
                            .formatted(table, Shard.DATABASES - 1))
                .collect(Collectors.joining("\n")),
            Shard.COUNT);
  }
}
