package dev.storagebench.benchmarks.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.clients.Launched;
import dev.storagebench.core.clients.LaunchedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmLauncherIT {
  private static final String SECRET = "5ecret-of-this-test";
  private static final int NODES = 4;

  @TempDir private static Path home = Path.of("");
  private static SlurmCluster cluster;

  @TempDir private Path folder = Path.of("");

  /** Leaves a file with what it was given, and waits for its end. */
  static final class Client {
    private Client() {}

    public static void main(String[] arguments) throws Exception {
      LaunchedProcess self = LaunchedProcess.self();
      Path part = Path.of(arguments[0], self.index() + ".part");
      Files.writeString(
          part,
          "%s %s %d %s"
              .formatted(
                  System.getenv("SLURMD_NODENAME"),
                  self.secret(),
                  self.controller().getPort(),
                  ProcessHandle.current().pid()));
      Files.move(part, Path.of(arguments[0], Integer.toString(self.index())));
      Thread.sleep(600_000);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = SlurmCluster.start(home, NODES);
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Launched start(int processes) throws IOException {
    return new SlurmLauncher(
            List.of("env", "SLURM_CONF=" + cluster.configuration()),
            SlurmLauncher.options(" --time=5 "))
        .start(
            processes,
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Client.class.getName(),
                folder.toString()),
            SECRET,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711));
  }

  private List<String[]> started(Launched launched, int processes) throws Exception {
    List<String[]> all = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      Path file = folder.resolve(Integer.toString(i));
      cluster.await(
          "the start of " + i,
          () -> {
            assertThat(launched.ended()).isEmpty();
            return Files.exists(file);
          });
      all.add(Files.readString(file).split(" "));
    }
    return all;
  }

  private static void kill(String[] process) {
    ProcessHandle.of(Long.parseLong(process[3])).orElseThrow().destroyForcibly();
  }

  private static void awaitNoJob() throws Exception {
    cluster.await("an empty queue", () -> cluster.run("squeue", "-h").isBlank());
    for (int i = 1; i <= NODES; i++) {
      int node = i;
      cluster.await(
          "no process on c" + i,
          () ->
              cluster.processes(node).stream()
                  .noneMatch(each -> each.info().command().orElse("").endsWith("java")));
    }
  }

  @Test
  void eachNodeGetsAProcessWithTheSecretThatIsInNoCommandLine() throws Exception {
    try (Launched launched = start(NODES)) {
      List<String[]> all = started(launched, NODES);
      assertThat(all).extracting(each -> each[0]).containsExactlyInAnyOrder("c1", "c2", "c3", "c4");
      assertThat(all).extracting(each -> each[1]).containsOnly(SECRET);
      assertThat(all).extracting(each -> each[2]).containsOnly("4711");
      assertThat(launched.ended()).isEmpty();
      Set<String> lines =
          ProcessHandle.allProcesses()
              .flatMap(SlurmLauncherIT::commandLine)
              .collect(Collectors.toSet());
      assertThat(lines).noneMatch(line -> line.contains(SECRET));
      assertThat(lines).anyMatch(line -> line.contains(Client.class.getName()));
    }
    awaitNoJob();
  }

  private static Stream<String> commandLine(ProcessHandle process) {
    try {
      return Stream.of(Files.readString(Path.of("/proc", process.pid() + "", "cmdline")));
    } catch (IOException ended) {
      return Stream.empty();
    }
  }

  @Test
  void oneThatIsKilledEndsAllAndIsToldWithItsNode() throws Exception {
    try (Launched launched = start(NODES)) {
      kill(started(launched, NODES).get(2));
      cluster.await("the end of srun", () -> !launched.ended().isEmpty());
      assertThat(launched.ended().get(0).exit()).isNotZero();
      assertThat(launched.ended().get(0).lastLine()).contains("srun: error: c");
      awaitNoJob();
    }
  }

  @Test
  @Tag("nightly")
  void aDeadNodeEndsAll() throws Exception {
    try (Launched launched = start(NODES)) {
      String node = started(launched, NODES).get(1)[0];
      int number = Integer.parseInt(node.substring(1));
      cluster.powerOff(number);
      cluster.await("the end of srun", () -> !launched.ended().isEmpty());
      cluster.startNode(number);
      awaitNoJob();
      cluster.await(
          "the node's return",
          () -> cluster.run("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("" + NODES));
    }
  }

  @Test
  void scancelEndsAllAndClosingAgainDoesNoHarm() throws Exception {
    Launched launched = start(2);
    started(launched, 2);
    String job = cluster.run("squeue", "-h", "-o", "%i").strip();
    cluster.run("scancel", job);
    cluster.await("the end of srun", () -> !launched.ended().isEmpty());
    launched.close();
    awaitNoJob();
  }

  @Test
  @Tag("nightly")
  void processesOfAControllerThatIsKilledEndByThemselves() throws Exception {
    try (Launched launched = start(2)) {
      started(launched, 2);
      ProcessHandle srun =
          ProcessHandle.current()
              .children()
              .filter(each -> each.info().command().orElse("").endsWith("/srun"))
              .findAny()
              .orElseThrow();
      srun.destroyForcibly();
      awaitNoJob();
      assertThat(launched.ended()).hasSize(1);
    }
  }
}
