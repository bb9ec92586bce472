package dev.storagebench.benchmarks.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.clients.Controller;
import dev.storagebench.core.clients.GuestClient;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmLauncherIT {
  private static final int NODES = 4;

  @TempDir private static Path home = Path.of("");
  private static SlurmCluster cluster;

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

  private static Controller controller(int clients, String behaviour) throws IOException {
    Launcher srun = Launcher.parse("slurm: --time=5 ");
    Launcher launcher =
        new Launcher(
            Stream.concat(
                    Stream.of("env", "SLURM_CONF=" + cluster.configuration()),
                    srun.template().stream())
                .toList());
    return new Controller(
        client -> launcher.start(client, GuestClient.command(behaviour)),
        GuestClient.task(clients),
        GuestClient.CODE);
  }

  /** The clients on a node. */
  private static List<ProcessHandle> clients(int node) {
    return cluster.processes(node).stream()
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .toList();
  }

  /** One on each of so many nodes. */
  private static void awaitClients(int clients) throws Exception {
    cluster.await(
        clients + " nodes with a client",
        () ->
            IntStream.rangeClosed(1, NODES).filter(node -> clients(node).size() == 1).count()
                == clients);
  }

  private static void awaitNoJob() throws Exception {
    cluster.await("an empty queue", () -> cluster.run("squeue", "-h").isBlank());
    for (int i = 1; i <= NODES; i++) {
      int node = i;
      cluster.await("no process on c" + i, () -> clients(node).isEmpty());
    }
  }

  /** Runs it until it fails, with this in the message. */
  private static CompletableFuture<Void> failure(Controller controller, String pattern) {
    return CompletableFuture.runAsync(
        () -> {
          assertThatThrownBy(() -> controller.run(pause -> {}))
              .isInstanceOf(EngineException.class)
              .message()
              .containsPattern(pattern);
          controller.close();
        });
  }

  @Test
  void eachNodeHasAClientAndNoCommandLineAPassword() throws Exception {
    Controller controller = controller(NODES, "hang");
    CompletableFuture<Void> failed = failure(controller, "client \\d \\(.*\\) was lost");
    awaitClients(NODES);
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      List<String> lines = all.flatMap(SlurmLauncherIT::commandLine).toList();
      assertThat(lines).noneMatch(line -> line.contains("pa55"));
      assertThat(lines).anyMatch(line -> line.contains(GuestClient.class.getName()));
    }
    clients(2).forEach(ProcessHandle::destroyForcibly);
    failed.get(60, TimeUnit.SECONDS);
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
  void clientsOfAllNodesBeginTogether() throws Exception {
    try (Controller controller = controller(NODES, "measure")) {
      assertThat(controller.run(pause -> {})).hasSize(NODES);
      assertThat(controller.report(2).clients()).allMatch(each -> each.lost() == null);
    }
    awaitNoJob();
  }

  @Test
  @Tag("nightly")
  void aDeadNodeEndsAll() throws Exception {
    Controller controller = controller(NODES, "hang");
    CompletableFuture<Void> failed = failure(controller, "client \\d \\(.*\\) was lost");
    awaitClients(NODES);
    cluster.powerOff(2);
    failed.get(60, TimeUnit.SECONDS);
    cluster.startNode(2);
    awaitNoJob();
    cluster.await(
        "the node's return",
        () -> cluster.run("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("" + NODES));
  }

  @Test
  void scancelEndsAll() throws Exception {
    Controller controller = controller(2, "hang");
    CompletableFuture<Void> failed = failure(controller, "client \\d \\(.*\\) was lost");
    awaitClients(2);
    String job = cluster.run("squeue", "-h", "-o", "%i").lines().findFirst().orElseThrow();
    cluster.run("scancel", job);
    failed.get(60, TimeUnit.SECONDS);
    awaitNoJob();
  }

  @Test
  void whatIsStillQueuedIsCancelled() throws Exception {
    Controller controller = controller(NODES + 1, "hang");
    cluster.await(
        "a client that waits", () -> !cluster.run("squeue", "-h", "-t", "pending").isBlank());
    controller.close();
    awaitNoJob();
  }

  @Test
  @Tag("nightly")
  void processesOfAControllerThatIsKilledEndByThemselves() throws Exception {
    try (Controller controller = controller(2, "hang")) {
      CompletableFuture<Void> failed = failure(controller, "was lost");
      awaitClients(2);
      ProcessHandle.current()
          .children()
          .filter(each -> each.info().command().orElse("").endsWith("/srun"))
          .forEach(ProcessHandle::destroyForcibly);
      failed.get(60, TimeUnit.SECONDS);
      awaitNoJob();
    }
  }
}
