package dev.storagebench.sql.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.EngineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and two replicas without a proxy. */
final class ServerGroupIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  @Test
  void aReplicaThatCannotFollowIsNamedWithItsError() throws Exception {
    Path home = Files.createDirectory(folder.resolve("store"));
    try (ServerGroup group = Cluster.servers(home, Topology.READ_WRITE_SPLITTING);
        Connection primary = Cluster.connect(group.servers().get(0), "");
        Connection replica = Cluster.connect(group.servers().get(1), "")) {
      Cluster.execute(
          primary, "CREATE DATABASE bench", "CREATE TABLE bench.t (id INT PRIMARY KEY)");
      assertThat(group.awaitReplicas(PATIENCE)).hasSize(2);
      Cluster.execute(replica, "DROP TABLE bench.t");
      Cluster.execute(primary, "INSERT INTO bench.t VALUES (1)");
      assertThatThrownBy(() -> group.awaitReplicas(PATIENCE))
          .isInstanceOf(EngineException.class)
          .hasMessageStartingWith("replica 1 has not executed")
          .hasMessageContaining("failed executing transaction");
    }
  }
}
