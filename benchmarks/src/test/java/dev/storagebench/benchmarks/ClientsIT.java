package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several client processes of one server that is started for them. */
class ClientsIT {
  private static final String CLIENT = "dev.storagebench.benchmarks.run.ClientProcess";

  /** One load for all. */
  @TempDir private static Path home;

  @TempDir private Path folder;

  @BeforeEach
  void aServerIsInstalled() {
    if (Engines.named("mariadb").availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
  }

  private Jar jar(Path own) {
    return new Jar(own, home.resolve("cache"));
  }

  private static String[] suite(String more) {
    return ("suite sweep --engines mariadb --dataset sysbench:records=2000 -p table=sbtest --rounds 1"
            + " --warm-up 0.4 --out run --no-wait "
            + more)
        .split(" ");
  }

  /** From the first statement of the warm-up on, drivers' own included. */
  @Test
  void whatClientsSentIsWhatTheServerCounted() throws Exception {
    Finished finished =
        jar(folder)
            .run(
                suite(
                    "--threads 2 --clients 2 --seconds 2 -p workload=oltp_read_write,point_select"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    List<JsonNode> cells = new Jar(folder).cells("run");
    assertThat(cells).hasSize(2);
    for (JsonNode cell : cells) {
      JsonNode clients = cell.get("report").get("clients");
      assertThat(clients.get("sent")).as("%s", clients).isEqualTo(clients.get("counted"));
      assertThat(clients.get("sent").get("Com_select").asLong()).isPositive();
      assertThat(clients.get("clients")).hasSize(2);
      double sum = 0;
      for (JsonNode each : clients.get("clients")) {
        assertThat(each.get("scores")).isNotEmpty();
        for (JsonNode score : each.get("scores")) {
          sum += score.asDouble();
        }
      }
      double iterations = clients.get("clients").get(0).get("scores").size();
      assertThat(cell.get("score").get("value").asDouble() * iterations)
          // Operations by time, where iterations differ in length.
          .isCloseTo(sum, withinPercentage(10));
      assertThat(clients.get("commonPercent").asDouble()).isBetween(1.0, 100.0);
    }
  }

  /** Puts are {@code REPLACE} statements. */
  @Test
  @Tag("nightly")
  void putsAreCountedAsTheServerCountsThem() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                ("--engines mariadb --workloads RandomWrite --dataset reviews:records=1000 --clients 2"
                        + " --threads 1 --rounds 1 --seconds 0.5 --warm-up 0.1 --out run --no-wait")
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode clients = new Jar(folder).cells("run").get(0).get("report").get("clients");
    assertThat(clients.get("sent")).as("%s", clients).isEqualTo(clients.get("counted"));
    assertThat(clients.get("sent").get("Com_replace").asLong()).isPositive();
  }

  @Test
  void anEmbeddedEngineHasNoClients() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                ("--engines noop --workloads PointRead --dataset reviews:records=1000 --clients 2"
                        + " --rounds 1 --seconds 0.1 --warm-up 0.1 --out run --no-wait")
                    .split(" "));
    assertThat(finished.out())
        .contains("noop runs inside one process; clients=2 needs a SQL engine");
    assertThat(new Jar(folder).cells("run"))
        .allMatch(cell -> cell.get("status").asString().equals("UNSUPPORTED"));
  }

  @Test
  void aKilledClientFailsItsCellByNameAndNothingStays() throws Exception {
    killClients(IntStream.of(5000));
  }

  /** While they start, join, warm up and measure. */
  @Test
  @Tag("nightly")
  void twentyKilledClientsFailTwentyCells() throws Exception {
    killClients(new Random(20).ints(20, 0, 8000));
  }

  /**
   * Fails a cell for each kill.
   *
   * @param millis when, from the start of both clients on
   */
  private void killClients(IntStream millis) throws Exception {
    for (int delay : millis.toArray()) {
      Path own = Files.createDirectories(folder.resolve("after" + delay));
      Jar jar = jar(own);
      Path out = own.resolve("out.txt");
      Process process =
          jar.start(out, suite("--threads 2 --clients 2 --seconds 30 -p workload=point_select"));
      ProcessHandle victim = client(process, delay % 2);
      Thread.sleep(delay);
      victim.destroyForcibly();
      Finished finished = Jar.finish(process, out);
      assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
      JsonNode cell = jar.cells("run").get(0);
      assertThat(cell.get("status").asString()).isEqualTo("FAILED");
      assertThat(cell.get("message").asString())
          .as("%s", cell)
          .containsPattern("client \\d .*exit code 137");
      // 30 seconds of measuring were left.
      assertThat(cell.get("seconds").asDouble()).isLessThan(30);
      assertThat(left(own)).isEmpty();
    }
  }

  private static ProcessHandle client(Process host, int number)
      throws IOException, InterruptedException {
    for (long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2); System.nanoTime() < end; ) {
      List<ProcessHandle> clients =
          host.descendants().filter(each -> commandLine(each).contains(CLIENT)).toList();
      if (clients.size() == 2) {
        return clients.get(number);
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no clients were started");
  }

  /** Processes with the folder of a run on their command line, and clients with its cache. */
  private static List<String> left(Path run) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.map(ClientsIT::commandLine)
          .filter(
              line ->
                  line.contains(run.toString())
                      || (line.contains(CLIENT) && line.contains(home.toString())))
          .toList();
    }
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }
}
