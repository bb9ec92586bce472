package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.benchmarks.launch.SlurmCluster;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Clients of one server on the nodes of a Slurm cluster. */
@Tag("nightly")
class SlurmClientsIT {
  private static final int NODES = 3;

  @TempDir private Path folder = Path.of("");
  private SlurmCluster cluster;

  @BeforeEach
  void start() throws Exception {
    if (Engines.named("mariadb").availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
    cluster = SlurmCluster.start(Files.createDirectories(folder.resolve("slurm")), NODES);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Process begin(Path out, int seconds) throws IOException {
    return new Jar(folder)
        .start(
            out,
            Map.of("SLURM_CONF", cluster.configuration().toString()),
            ("suite sweep --engines mariadb --dataset sysbench:records=2000 -p table=sbtest"
                    + " --rounds 1 --warm-up 1 --out run --no-wait --threads 2 --clients 3 --launch"
                    + " slurm -p workload=point_select --seconds "
                    + seconds)
                .split(" "));
  }

  private Path output() {
    return folder.resolve("out.txt");
  }

  private JsonNode cell() throws IOException {
    return new Jar(folder).cells("run").get(0);
  }

  private long clients() {
    return IntStream.rangeClosed(1, NODES)
        .mapToLong(
            node ->
                cluster.processes(node).stream()
                    .filter(each -> each.info().command().orElse("").endsWith("java"))
                    .count())
        .sum();
  }

  private void requireFailedAndNothingLeft(Process process) throws Exception {
    Finished finished = Jar.finish(process, output());
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(cell().get("status").asString()).isEqualTo("FAILED");
    assertThat(cell().get("message").asString()).containsPattern("client \\d \\(.*\\) was lost");
    // A minute and more of measuring was left.
    assertThat(cell().get("seconds").asDouble()).isLessThan(60);
    cluster.await("an empty queue", () -> cluster.run("squeue", "-h").isBlank());
    cluster.await("no client", () -> clients() == 0);
  }

  @Test
  void whatClientsOnThreeNodesSentIsWhatTheServerCounted() throws Exception {
    Finished finished = Jar.finish(begin(output(), 3), output());
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode clients = cell().get("report").get("clients");
    assertThat(clients.get("clients")).hasSize(3);
    assertThat(clients.get("sent")).as("%s", clients).isEqualTo(clients.get("counted"));
    assertThat(clients.get("sent").get("Com_select").asLong()).isPositive();
  }

  @Test
  void aDeadNodeFailsTheCellWithinSecondsAndNothingStays() throws Exception {
    Process process = begin(output(), 90);
    cluster.await("three clients", () -> clients() == 3);
    cluster.powerOff(2);
    requireFailedAndNothingLeft(process);
  }

  @Test
  void scancelFailsTheCellWithinSecondsAndNothingStays() throws Exception {
    Process process = begin(output(), 90);
    cluster.await("three clients", () -> clients() == 3);
    // Each client is a job.
    cluster.run(
        "scancel", cluster.run("squeue", "-h", "-o", "%i").lines().findFirst().orElseThrow());
    requireFailedAndNothingLeft(process);
  }
}
