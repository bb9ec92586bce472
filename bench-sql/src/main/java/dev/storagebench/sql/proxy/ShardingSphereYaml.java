package dev.storagebench.sql.proxy;

import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerProcess;
import java.util.List;
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

  /** The text with passwords. */
  String text() {
    return text(UnaryOperator.identity());
  }

  /** The text without passwords. */
  String publicText() {
    return text(secret -> "***");
  }

  private String text(UnaryOperator<String> secret) {
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
            database,
            dataSources(secret),
            MysqlServer.USER,
            secret.apply(password),
            switch (group.topology()) {
              case ROUTE -> "";
              case READ_WRITE_SPLITTING -> splitting();
              case SHARDING -> sharding();
            },
            options.ownProperties().entrySet().stream()
                .map(each -> "  %s: '%s'".formatted(each.getKey(), quoted(each.getValue())))
                .collect(Collectors.joining("\n")));
  }

  private static String quoted(String text) {
    return text.replace("'", "''");
  }

  private String dataSources(UnaryOperator<String> secret) {
    List<ServerProcess> servers = group.servers();
    return (group.topology() == Topology.SHARDING
            ? IntStream.range(0, Shard.DATABASES)
                .mapToObj(
                    i ->
                        source(
                            "ds_" + i,
                            servers.get(Shard.serverOf(i)),
                            Shard.database(database, i),
                            secret))
            : IntStream.range(0, servers.size())
                .mapToObj(
                    i ->
                        source(
                            i == 0 ? "primary" : "replica_" + i, servers.get(i), database, secret)))
        .collect(Collectors.joining("\n"));
  }

  private String source(
      String name, ServerProcess server, String serverDatabase, UnaryOperator<String> secret) {
    return "  %s: {dataSourceClassName: com.zaxxer.hikari.HikariDataSource, jdbcUrl: '%s?sslMode=DISABLED&allowPublicKeyRetrieval=true&cachePrepStmts=true&prepStmtCacheSize=8192&prepStmtCacheSqlLimit=1024&useServerPrepStmts=%s', username: %s, password: '%s', maximumPoolSize: %s, minimumIdle: 1}"
        .formatted(
            name,
            ServerGroup.url(server, serverDatabase),
            options.get("statements", STATEMENTS).equals("prepared"),
            MysqlServer.USER,
            secret.apply(server.password()),
            options.get("connections", CONNECTIONS));
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
