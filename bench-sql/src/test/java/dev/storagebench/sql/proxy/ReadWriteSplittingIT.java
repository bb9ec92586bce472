package dev.storagebench.sql.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and two replicas behind ShardingSphere-Proxy. */
final class ReadWriteSplittingIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir static Path folder;
  private static ServerGroup group;
  private static ServerProcess proxy;

  @BeforeAll
  static void start() throws Exception {
    ProxyOptions options = Cluster.options("shardingsphere:read-write-splitting");
    Path home = Files.createDirectory(folder.resolve("store"));
    try (ServerGroup alone = Cluster.servers(home, Topology.ROUTE);
        Connection connection = Cluster.connect(alone.servers().get(0), "")) {
      Cluster.execute(
          connection,
          "CREATE DATABASE bench",
          "CREATE TABLE bench.t (id BIGINT PRIMARY KEY, c VARCHAR(100) NOT NULL)",
          "INSERT INTO bench.t VALUES (1, 'loaded'), (2, 'loaded'), (3, 'loaded')");
    }
    Cluster.servers(home, Topology.READ_WRITE_SPLITTING).close();
    // The second start finds replicas.
    group = Cluster.servers(home, Topology.READ_WRITE_SPLITTING);
    proxy = Proxy.start(options, group, Cluster.DATABASE, List.of(), folder.resolve("proxy"));
  }

  @AfterAll
  static void stop() throws Exception {
    Cluster.close(proxy, group);
  }

  @Test
  void replicasFollowThePrimary() throws Exception {
    try (Connection primary = Cluster.connect(group.servers().get(0), "bench")) {
      for (int i = 100; i < 200; i++) {
        Cluster.execute(primary, "INSERT INTO t VALUES (" + i + ", 'written')");
      }
    }
    assertThat(group.awaitReplicas(PATIENCE))
        .hasSize(2)
        .allMatch(lag -> lag.compareTo(PATIENCE) < 0);
    for (int replica = 1; replica <= 2; replica++) {
      try (Connection connection = Cluster.connect(group.servers().get(replica), "bench")) {
        assertThat(Cluster.value(connection, "SELECT COUNT(*) FROM t WHERE id >= 100"))
            .isEqualTo("100");
        assertThat(Cluster.value(connection, "SELECT c FROM t WHERE id = 1")).isEqualTo("loaded");
      }
    }
  }

  @Test
  void readsGoToTheReplicasFourToOne() throws Exception {
    List<Long> before = selects();
    try (Connection connection = Cluster.connect(proxy);
        PreparedStatement select = connection.prepareStatement("SELECT c FROM t WHERE id = ?")) {
      for (int i = 0; i < 500; i++) {
        select.setLong(1, 2);
        try (ResultSet row = select.executeQuery()) {
          assertThat(row.next()).isTrue();
        }
      }
    }
    List<Long> after = selects();
    // 400 and 100, five standard deviations of a draw each way
    assertThat(after.get(1) - before.get(1)).isBetween(355L, 450L);
    assertThat(after.get(2) - before.get(2)).isBetween(55L, 150L);
    assertThat(after.get(0) - before.get(0)).isLessThan(10);
  }

  private static List<Long> selects() throws Exception {
    List<Long> selects = new ArrayList<>();
    for (ServerProcess server : group.servers()) {
      selects.add(Cluster.status(server, "Com_select"));
    }
    return selects;
  }

  @Test
  void aTransactionReadsItsOwnWritesAndOthersReadThemOnceReplicated() throws Exception {
    try (Connection connection = Cluster.connect(proxy)) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 50; i++) {
        Cluster.execute(connection, "UPDATE t SET c = 'change " + i + "' WHERE id = 3");
        assertThat(Cluster.value(connection, "SELECT c FROM t WHERE id = 3"))
            .isEqualTo("change " + i);
        connection.commit();
      }
      connection.setAutoCommit(true);
      group.awaitReplicas(PATIENCE);
      for (int i = 0; i < 20; i++) {
        assertThat(Cluster.value(connection, "SELECT c FROM t WHERE id = 3"))
            .isEqualTo("change 49");
      }
    }
  }

  @Test
  void thePrimarysPasswordIsNotStoredOnReplicas() throws IOException {
    String password = group.servers().get(0).password();
    for (int replica = 1; replica <= 2; replica++) {
      try (Stream<Path> files = Files.walk(group.servers().get(replica).home().resolve("data"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1).contains(password))
              .as(file.toString())
              .isFalse();
        }
      }
    }
  }
}
