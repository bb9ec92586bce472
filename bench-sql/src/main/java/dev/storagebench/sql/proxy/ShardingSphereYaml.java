package dev.storagebench.sql.proxy;

import dev.storagebench.sql.server.MysqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The configuration of ShardingSphere-Proxy 5.1.1: YAML, whose mappings are written as JSON, which
 * YAML includes.
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
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(
              SerializationFeature.INDENT_OUTPUT, SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  /** The text with passwords. */
  String text() {
    return text(UnaryOperator.identity());
  }

  /** The text without passwords, to be read by people. */
  String publicText() {
    return text(secret -> "***");
  }

  private String text(UnaryOperator<String> secret) {
    List<String> rules = new ArrayList<>();
    rules.add(
        rule(
            "AUTHORITY",
            Map.of(
                "users",
                List.of(MysqlServer.USER + "@%:" + secret.apply(password)),
                "provider",
                Map.of("type", "ALL_PRIVILEGES_PERMITTED"))));
    switch (group.topology()) {
      case ROUTE -> {}
      case READ_WRITE_SPLITTING -> rules.add(rule("READWRITE_SPLITTING", splitting()));
      case SHARDING -> rules.add(rule("SHARDING", sharding()));
    }
    return """
        schemaName: %s
        mode: {type: Memory}
        dataSources: %s
        rules:
        %s
        props: %s
        """
        .formatted(
            JSON.writeValueAsString(database),
            JSON.writeValueAsString(dataSources(secret)),
            String.join("\n", rules),
            JSON.writeValueAsString(options.ownProperties()));
  }

  private static String rule(String tag, Map<String, ?> content) {
    return "- !" + tag + " " + JSON.writeValueAsString(content);
  }

  private Map<String, Object> dataSources(UnaryOperator<String> secret) {
    List<MysqlServer> servers = group.servers();
    Map<String, Object> sources = new TreeMap<>();
    if (group.topology() == Topology.SHARDING) {
      for (int i = 0; i < Shard.DATABASES; i++) {
        MysqlServer server = servers.get(Shard.serverOf(i));
        sources.put("ds_" + i, source(server, Shard.database(database, i), secret));
      }
    } else {
      for (int i = 0; i < servers.size(); i++) {
        String name = i == 0 ? "primary" : replica(i);
        sources.put(name, source(servers.get(i), database, secret));
      }
    }
    return sources;
  }

  private static String replica(int number) {
    return "replica_" + number;
  }

  private Map<String, Object> source(
      MysqlServer server, String serverDatabase, UnaryOperator<String> secret) {
    boolean prepared = options.get("statements", STATEMENTS).equals("prepared");
    return Map.of(
        "dataSourceClassName",
        "com.zaxxer.hikari.HikariDataSource",
        "jdbcUrl",
        ServerGroup.url(server, serverDatabase)
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&cachePrepStmts=true"
            + "&prepStmtCacheSize=8192&prepStmtCacheSqlLimit=1024&useServerPrepStmts="
            + prepared,
        "username",
        MysqlServer.USER,
        "password",
        secret.apply(server.password()),
        "maximumPoolSize",
        Integer.parseInt(options.get("connections", CONNECTIONS)),
        "minimumIdle",
        1);
  }

  private Map<String, Object> splitting() {
    Map<String, Integer> weights =
        IntStream.range(1, group.servers().size())
            .boxed()
            .collect(Collectors.toMap(ShardingSphereYaml::replica, i -> WEIGHTS.get(i - 1)));
    Map<String, Object> source =
        Map.of(
            "type",
            "Static",
            "loadBalancerName",
            "weights",
            "props",
            Map.of(
                "write-data-source-name",
                "primary",
                "read-data-source-names",
                weights.keySet().stream().sorted().collect(Collectors.joining(","))));
    return Map.of(
        "dataSources",
        Map.of(database, source),
        "loadBalancers",
        Map.of("weights", Map.of("type", "WEIGHT", "props", weights)));
  }

  private Map<String, Object> sharding() {
    Map<String, Object> table =
        Map.of(
            "actualDataSources",
            "ds_${0..%d}".formatted(Shard.DATABASES - 1),
            "shardingStrategy",
            Map.of("standard", Map.of("shardingColumn", "id", "shardingAlgorithmName", "hash")),
            "keyGenerateStrategy",
            Map.of("column", "id", "keyGeneratorName", "snowflake"));
    Map<String, Object> hash =
        Map.of("type", "HASH_MOD", "props", Map.of("sharding-count", Shard.COUNT));
    return Map.of(
        "autoTables",
        tables.stream().collect(Collectors.toMap(Function.identity(), name -> table)),
        "shardingAlgorithms",
        Map.of("hash", hash),
        "keyGenerators",
        Map.of("snowflake", Map.of("type", "SNOWFLAKE")));
  }
}
