package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.Origin;
import dev.storagebench.benchmarks.fork.ClassArchive;
import dev.storagebench.benchmarks.fork.ClassPath;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.fork.ForkHeap;
import dev.storagebench.benchmarks.fork.ForkWork;
import dev.storagebench.benchmarks.launch.Launcher;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.clients.Controller;
import dev.storagebench.core.clients.Message;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.recorder.ServerWatch;
import dev.storagebench.core.store.OpenCell;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.TemporaryFolder;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * Opens the store of a cell that several client processes measure, starts them where {@code
 * --launch} says, and merges what they have measured. It takes the place of the cell's fork, with
 * the same environment.
 */
public final class ControllerProcess {
  /** The system property with the value of {@code --launch}. */
  public static final String LAUNCH_PROPERTY = "storagebench.launch";

  private static final int ORPHANED = 3;

  private ControllerProcess() {}

  /** Whether a cell is measured by client processes that are started apart from the fork. */
  static boolean isMultiClient(Cell cell) {
    boolean asked =
        cell.clients() > 1
            || (System.getProperty(LAUNCH_PROPERTY) != null
                && cell.parameters().has(Parameter.CLIENTS));
    return asked && Engines.of(cell.candidate()).capabilities().isServer();
  }

  /** Measures the planned cell. */
  public static void main(String[] arguments) {
    Daemon.start("host-watch", ControllerProcess::haltAtEndOfInput);
    ForkWork.run(ControllerProcess::measure);
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

  private static CellReport measure(ForkPlan plan) throws IOException {
    Cell cell = plan.cell();
    Seeds seeds = cell.seeds(plan.round());
    try (OpenCell open = new OpenCell(plan, /* address= */ null)) {
      open.openAndSettle();
      if (!(open.store() instanceof ServerStore store)) {
        throw new UnsupportedSettingException(
            cell.candidate().engine() + " has no server for several clients");
      }
      Workloads.named(cell.benchmark()).setUp(store, cell.parameters(), open.workingSet(), seeds);
      ForkPlan same = ForkPlan.of(cell, plan.data(), plan.round(), 0);
      Message.Task task = new Message.Task(0, same, store.address());
      Map<String, Long> before = store.counters();
      ServerWatch watch = new ServerWatch(store);
      Launcher launcher = Launcher.parse(System.getProperty(LAUNCH_PROPERTY, "local"));
      List<String> command = clientCommand(cell, plan.data());
      try (Controller controller =
          new Controller(client -> launcher.start(client, command), task, Origin.checksum())) {
        try {
          ClientResults clients =
              ClientResults.parse(controller.run(pause -> watch(watch, cell, pause)));
          Map<String, Long> counted = new LinkedHashMap<>(store.counters());
          counted.keySet().retainAll(clients.sent().keySet());
          counted.replaceAll((name, now) -> now - before.getOrDefault(name, 0L));
          RunResult together = clients.run();
          MeasuringProcess.keep(together, TemporaryFolder.path());
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

  /** Command that starts a client on any machine: nothing of this one's folders but the cache. */
  private static List<String> clientCommand(Cell cell, PackedSummary data) throws IOException {
    Capabilities can = Engines.of(cell.candidate()).capabilities();
    EngineSettings settings = cell.parameters().engineSettings(data, can);
    ForkHeap heap = ForkHeap.of(can.cache(), settings, cell.threads());
    List<String> words = new ArrayList<>(ForkFlags.jvm(List.of(), heap));
    ClassPath path = ClassPath.of(cell.candidate());
    words.addAll(ClassArchive.flags(path, List.of()));
    words.add("-D" + CacheFolder.PROPERTY + "=" + CacheFolder.current().root());
    words.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    words.addAll(List.of("-cp", path.text(), ClientProcess.class.getName()));
    return words;
  }
}
