package dev.storagebench.sql.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.sql.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sixteen shards on two servers behind ShardingSphere-Proxy; the shards are filled directly. */
final class ShardingIT {
  private static final List<Long> IDS =
      LongStream.concat(
              LongStream.rangeClosed(1, 200),
              // Snowflake's are 63 bits wide; hashes of the last two have 31 and 32 bits.
              LongStream.of(
                  16_000_000L,
                  742_389_471_239_847_936L,
                  742_389_471_239_847_937L,
                  Long.MAX_VALUE,
                  0x7fff_ffffL,
                  0x8000_0000L))
          .boxed()
          .toList();

  @TempDir static Path folder;
  private static ServerGroup group;
  private static ServerProcess proxy;

  @BeforeAll
  static void start() throws Exception {
    ProxyOptions options = Cluster.options("shardingsphere:sharding");
    group = Cluster.servers(Files.createDirectory(folder.resolve("store")), Topology.SHARDING);
    for (Shard shard : Shard.all()) {
      ServerGroup.Database database = group.databases("bench").get(shard.database());
      try (Connection connection = Cluster.connect(database.server(), "")) {
        Cluster.execute(
            connection,
            "CREATE DATABASE IF NOT EXISTS " + database.name(),
            "CREATE TABLE %s.%s (id BIGINT PRIMARY KEY, c VARCHAR(100) NOT NULL)"
                .formatted(database.name(), shard.table("t")));
      }
    }
    for (long id : IDS) {
      Shard shard = Shard.of(id);
      try (Connection connection = connect(shard)) {
        Cluster.execute(
            connection, "INSERT INTO %s VALUES (%d, 'row %d')".formatted(shard.table("t"), id, id));
      }
    }
    proxy = Proxy.start(options, group, Cluster.DATABASE, List.of("t"), folder.resolve("proxy"));
  }

  @AfterAll
  static void stop() throws Exception {
    Cluster.close(proxy, group);
  }

  @Test
  void findsEveryRowWhereOurRuleHasPutIt() throws Exception {
    for (boolean prepared : List.of(true, false)) {
      try (Connection connection =
              Cluster.connect(proxy.endpoint(), proxy.password(), "bench", prepared);
          PreparedStatement select = connection.prepareStatement("SELECT c FROM t WHERE id = ?")) {
        for (long id : IDS) {
          select.setLong(1, id);
          try (ResultSet row = select.executeQuery()) {
            assertThat(row.next()).as("%d, prepared %s", id, prepared).isTrue();
            assertThat(row.getString(1)).isEqualTo("row " + id);
          }
        }
      }
    }
  }

  @Test
  void insertsWhereOurRuleExpectsIt() throws Exception {
    try (Connection connection = Cluster.connect(proxy);
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      connection.setAutoCommit(false);
      for (long id : IDS) {
        insert.setLong(1, other(id));
        insert.setString(2, "inserted");
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      connection.commit();
    }
    for (long id : IDS) {
      Shard shard = Shard.of(other(id));
      try (Connection connection = connect(shard)) {
        assertThat(
                Cluster.value(
                    connection,
                    "SELECT c FROM %s WHERE id = %d".formatted(shard.table("t"), other(id))))
            .as("%d in %s", other(id), shard)
            .isEqualTo("inserted");
      }
    }
  }

  private static Connection connect(Shard shard) throws SQLException {
    ServerGroup.Database database = group.databases("bench").get(shard.database());
    return Cluster.connect(database.server(), database.name());
  }

  private static long other(long id) {
    return id > 1_000_000_000 ? id - 1_000_000 : id + 1_000;
  }

  @Test
  void everyShardHasRows() throws Exception {
    for (Shard shard : Shard.all()) {
      assertThat(group.databases("bench").get(shard.database()).server())
          .isSameAs(group.servers().get(shard.index() % 4 / 2));
      try (Connection connection = connect(shard)) {
        assertThat(
                Cluster.value(
                    connection,
                    "SELECT COUNT(*) FROM %s WHERE id <= 200".formatted(shard.table("t"))))
            .isIn("12", "13");
      }
    }
  }
}
