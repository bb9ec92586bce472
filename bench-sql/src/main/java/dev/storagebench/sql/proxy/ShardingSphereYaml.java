package dev.storagebench.sql.proxy;

import dev.storagebench.sql.server.MysqlServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration of ShardingSphere-Proxy 5.1.1.
 *
 * @param database its name for clients, and on the servers too, but see {@link Shard#database}
 * @param tables to be sharded, by their names for clients
 * @param password for clients
 * @see <a
 *     href="https://shardingsphere.apache.org/document/5.1.1/en/user-manual/shardingsphere-jdbc/yaml-config/">its
 *     manual</a>
 */
record ShardingSphereYaml(
    ProxyOptions options,
    ServerGroup group,
    String database,
    List<String> tables,
    String password) {
  static final String CONNECTIONS = "200";
  static final String STATEMENTS = "prepared";

  private static final List<Integer> WEIGHTS = List.of(4, 1);

  /** The text with passwords. */
  String text() {
    return text(UnaryOperator.identity());
  }

  /** The text without passwords, to be read by people. */
  String publicText() {
    return text(secret -> "***");
  }

  private String text(UnaryOperator<String> secret) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("schemaName: ").append(quoted(database)).append('\n');
    yaml.append("mode:\n  type: Memory\n");
    yaml.append("dataSources:\n");
    dataSources().forEach((name, source) -> yaml.append(source(name, source, secret)));
    yaml.append("rules:\n");
    yaml.append(
        """
        - !AUTHORITY
          users:
            - %s
          provider:
            type: ALL_PRIVILEGES_PERMITTED
        """
            .formatted(quoted(MysqlServer.USER + "@%:" + secret.apply(password))));
    yaml.append(
        switch (group.topology()) {
          case ROUTE -> "";
          case READ_WRITE_SPLITTING -> splitting();
          case SHARDING -> sharding();
        });
    yaml.append("props:\n");
    options
        .ownProperties()
        .forEach((name, value) -> yaml.append("  %s: %s\n".formatted(quoted(name), quoted(value))));
    return yaml.toString();
  }

  private record Source(MysqlServer server, String database) {}

  private Map<String, Source> dataSources() {
    List<MysqlServer> servers = group.servers();
    Map<String, Source> sources = new TreeMap<>();
    switch (group.topology()) {
      case ROUTE, READ_WRITE_SPLITTING -> {
        sources.put("primary", new Source(servers.get(0), database));
        for (int i = 1; i < servers.size(); i++) {
          sources.put(replica(i), new Source(servers.get(i), database));
        }
      }
      case SHARDING -> {
        for (int i = 0; i < Shard.DATABASES; i++) {
          sources.put(
              "ds_" + i, new Source(servers.get(Shard.serverOf(i)), Shard.database(database, i)));
        }
      }
    }
    return sources;
  }

  private static String replica(int number) {
    return "replica_" + number;
  }

  private String source(String name, Source source, UnaryOperator<String> secret) {
    boolean prepared = options.get("statements", STATEMENTS).equals("prepared");
    String url =
        ServerGroup.url(source.server, source.database)
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&useServerPrepStmts=%s&cachePrepStmts=true&prepStmtCacheSize=8192&prepStmtCacheSqlLimit=1024"
                .formatted(prepared);
    return """
      %s:
        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
        jdbcUrl: %s
        username: %s
        password: %s
        maximumPoolSize: %s
        minimumIdle: 1
    """
        .formatted(
            quoted(name),
            quoted(url),
            quoted(MysqlServer.USER),
            quoted(secret.apply(source.server.password())),
            Integer.parseInt(options.get("connections", CONNECTIONS)));
  }

  private String splitting() {
    int replicas = group.servers().size() - 1;
    return """
    - !READWRITE_SPLITTING
      dataSources:
        %s:
          type: Static
          loadBalancerName: weights
          props:
            write-data-source-name: primary
            read-data-source-names: %s
      loadBalancers:
        weights:
          type: WEIGHT
          props:
    %s"""
        .formatted(
            quoted(database),
            quoted(
                IntStream.rangeClosed(1, replicas)
                    .mapToObj(ShardingSphereYaml::replica)
                    .collect(Collectors.joining(","))),
            IntStream.rangeClosed(1, replicas)
                .mapToObj(i -> "        %s: %d\n".formatted(replica(i), WEIGHTS.get(i - 1)))
                .collect(Collectors.joining()));
  }

  private String sharding() {
    return """
    - !SHARDING
      autoTables:
    %s\
      shardingAlgorithms:
        hash:
          type: HASH_MOD
          props:
            sharding-count: %d
      keyGenerators:
        snowflake:
          type: SNOWFLAKE
    """
        .formatted(
            tables.stream().map(ShardingSphereYaml::table).collect(Collectors.joining()),
            Shard.COUNT);
  }

  private static String table(String name) {
    return """
        %s:
          actualDataSources: "ds_${0..%d}"
          shardingStrategy:
            standard:
              shardingColumn: id
              shardingAlgorithmName: hash
          keyGenerateStrategy:
            column: id
            keyGeneratorName: snowflake
    """
        .indent(4)
        .formatted(quoted(name), Shard.DATABASES - 1);
  }

  /** A double-quoted scalar, which YAML has from JSON. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
