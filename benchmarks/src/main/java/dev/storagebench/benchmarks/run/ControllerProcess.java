package dev.storagebench.benchmarks.run;

import dev.storagebench.benchmarks.fork.ClassArchive;
import dev.storagebench.benchmarks.fork.ClassPath;
import dev.storagebench.benchmarks.fork.EngineJvm;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.fork.ForkHeap;
import dev.storagebench.benchmarks.fork.ForkSetup;
import dev.storagebench.benchmarks.launch.Launcher;
import dev.storagebench.benchmarks.result.JmhResults;
import dev.storagebench.benchmarks.result.Origin;
import dev.storagebench.core.benchmark.OpenCell;
import dev.storagebench.core.benchmark.ServerWatch;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.ClientTask;
import dev.storagebench.core.clients.Controller;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Opens the store of a cell that several client processes measure, starts them where {@code
 * --launch} says, and merges what they have measured. It takes the place of the cell's fork, with
 * the same environment.
 */
public final class ControllerProcess {
  /** The system property with the value of {@code --launch}. */
  public static final String LAUNCH_PROPERTY = "storagebench.launch";

  private static final int ORPHANED = 3;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What the host asks for. */
  private record Order(Cell cell, int round) {}

  private ControllerProcess() {}

  /** Whether a cell is measured by client processes that are started apart from the fork. */
  static boolean isMultiClient(Cell cell) {
    boolean asked =
        cell.clients() > 1
            || (!System.getProperty(LAUNCH_PROPERTY, "").isEmpty()
                && cell.parameters().containsKey("clients"));
    return asked && Engines.of(cell.candidate()).capabilities().isServer();
  }

  /**
   * Measures a cell; its report is where the fork's would be.
   *
   * @param folder for files
   * @param log gets what it prints
   * @return null if it failed
   */
  static @Nullable RunResult run(
      ForkSetup.Command command, Cell cell, int round, Path folder, PrintStream log)
      throws IOException {
    Path order = folder.resolve("order.json");
    Path result = folder.resolve("result.jmh");
    Files.write(order, JSON.writeValueAsBytes(new Order(cell, round)));
    List<String> words = new ArrayList<>(command.launcher());
    words.add(ProcessMark.JAVA);
    words.addAll(command.flags());
    words.addAll(List.of("-cp", ForkFlags.classPath(cell.candidate())));
    words.addAll(List.of(ControllerProcess.class.getName(), order.toString(), result.toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(log::println);
    }
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException("the controller of the clients ended with exit code " + exit);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while clients measured", e);
    }
    return Files.exists(result) ? JmhResults.read(Files.readAllBytes(result)) : null;
  }

  /** Takes the file of an order, and that for the result. */
  public static void main(String[] arguments) throws IOException {
    Thread watch = new Thread(ControllerProcess::haltAtEndOfInput, "host-watch");
    watch.setDaemon(true);
    watch.start();
    Order order = JSON.readValue(Files.readAllBytes(Path.of(arguments[0])), Order.class);
    EngineJvm.report(order.cell.settings(), settings -> measure(order, Path.of(arguments[1])))
        .write(Path.of(System.getProperty(CellReport.FILE_PROPERTY)));
    System.exit(0);
  }

  /** The host's end of it is gone with the host. */
  private static void haltAtEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException ended) {
      // as at the end
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  private static CellReport measure(Order order, Path result) throws IOException {
    Cell cell = order.cell;
    WorkloadType type = Workloads.named(cell.benchmark());
    Seeds seeds = new Seeds(cell.settings().seed(), order.round);
    try (OpenCell open =
        new OpenCell(cell.settings(), seeds, type.initialState(cell.parameters()))) {
      if (!(open.store() instanceof ServerStore store)) {
        throw new UnsupportedSettingException(
            cell.candidate().engine() + " has no server for several clients");
      }
      type.setUp(store, cell.parameters(), open.workingSet(), seeds);
      ClientTask task = new ClientTask(cell, order.round, cell.clients(), store.address());
      Map<String, Long> before = store.counters();
      ServerWatch watch = new ServerWatch(store);
      Launcher launcher = Launcher.parse(launch());
      List<String> command = clientCommand(cell, open.summary());
      try (Controller controller =
          new Controller(client -> launcher.start(client, command), task, Origin.checksum())) {
        try {
          ClientResults clients =
              ClientResults.parse(controller.run(pause -> watch(watch, cell, pause)));
          Map<String, Long> counted = new LinkedHashMap<>(store.counters());
          counted.keySet().retainAll(clients.sent().keySet());
          counted.replaceAll((name, now) -> now - before.getOrDefault(name, 0L));
          RunResult together = clients.run();
          Files.write(result, JmhResults.bytes(together));
          ClientsReport how = controller.report(cell.threads());
          return clients.report(open, watch, how.with(clients.sent(), counted));
        } catch (EngineException e) {
          return CellReport.of(Problem.of(e), controller.report(cell.threads()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while clients measured", e);
      }
    }
  }

  private static String launch() {
    String launch = System.getProperty(LAUNCH_PROPERTY, "");
    return launch.isEmpty() ? "local" : launch;
  }

  /** The server's figures are those of the measured iterations. */
  private static void watch(ServerWatch watch, Cell cell, int pause) {
    int first = cell.timing().warmups() > 0 ? 1 : 0;
    if (pause > first) {
      watch.end();
    }
    if (pause >= first && pause < first + cell.timing().iterations()) {
      watch.begin();
    }
  }

  /** As a fork is started, on any machine: nothing of this one's folders but the cache. */
  private static List<String> clientCommand(Cell cell, PackedSummary data) throws IOException {
    Capabilities can = Engines.of(cell.candidate()).capabilities();
    List<String> words =
        new ArrayList<>(
            ForkFlags.jvm(
                List.of(),
                ForkHeap.of(
                    can.cache(), cell.settings().engineSettings(data, can), cell.threads())));
    ClassPath path = ClassPath.of(cell.candidate());
    words.addAll(ClassArchive.flags(path, List.of()));
    words.add("-D" + CacheFolder.PROPERTY + "=" + CacheFolder.current().root());
    words.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    words.addAll(List.of("-cp", path.text(), ClientProcess.class.getName()));
    return words;
  }
}
