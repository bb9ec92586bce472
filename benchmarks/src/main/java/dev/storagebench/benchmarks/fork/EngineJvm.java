package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.store.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A JVM with the class path of one candidate that is not a JMH fork: its libraries and crashes do
 * not affect the host. It writes a report as a fork does.
 */
public final class EngineJvm {
  private static final int MAX_ERROR_CHARS = 2000;

  private EngineJvm() {}

  /**
   * Runs a main class and waits for its end.
   *
   * @param limit after which it counts as hanging
   * @param flags of the JVM, beside those that each of ours has
   * @param main calls {@link #writeReport}; it is given the settings and then more
   * @param lines is called with each line it prints
   * @return its report, or how it died
   */
  public static CellReport run(
      CellSettings settings,
      Duration limit,
      List<String> flags,
      Class<?> main,
      List<String> more,
      Consumer<String> lines)
      throws IOException {
    Path folder = TemporaryFolder.create("j");
    Path report = folder.resolve("report.json");
    try {
      CacheLocation home = Engines.of(settings.candidate()).capabilities().cache();
      List<String> all = new ArrayList<>(ForkFlags.jvm(List.of(), ForkHeap.forLoading(home)));
      all.addAll(flags);
      all.addAll(ClassArchive.flags(ClassPath.of(settings.candidate()), flags));
      List<String> arguments = new ArrayList<>(settings.arguments());
      arguments.addAll(more);
      Process child =
          new ProcessBuilder(ForkFlags.command(settings.candidate(), all, report, main, arguments))
              .start();
      child.getOutputStream().close();
      // Not in a file: where the disk is full, that is what it says there.
      CompletableFuture<String> errors =
          CompletableFuture.supplyAsync(() -> end(child.errorReader(StandardCharsets.UTF_8)));
      ForkWatch watch = ForkWatch.start(() -> Optional.of(child.toHandle()), limit);
      try (watch;
          BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
        out.lines().forEach(lines);
      }
      int exit = child.waitFor();
      if (watch.hang() != null) {
        return CellReport.of(Problem.failed(watch.hang()));
      }
      CellReport left = CellReport.read(report);
      return left != null ? left : CellReport.of(Problem.failed(died(exit, errors.join())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + settings.candidate(), e);
    } finally {
      StoreFolder.delete(folder);
    }
  }

  private static String died(int exit, String errors) {
    return "its JVM ended with exit code %d%s"
        .formatted(exit, errors.isEmpty() ? "" : ": " + errors);
  }

  /** The last lines that a process prints, without the frames of stack traces. */
  private static String end(BufferedReader errors) {
    StringBuilder text = new StringBuilder();
    errors
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("\t"))
        .forEach(
            line -> {
              text.append(text.isEmpty() ? "" : "; ").append(line.strip());
              text.delete(0, Math.max(0, text.length() - MAX_ERROR_CHARS));
            });
    return text.toString();
  }

  /** The work of a main class. */
  public interface Work {
    CellReport report(CellSettings settings) throws IOException;
  }

  /** Does the work of a main class in the child and leaves its report, or why it failed. */
  public static void writeReport(String[] arguments, Work work) {
    Map<String, String> parameters = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      parameters.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    report(CellSettings.from(parameters::get), work)
        .write(Path.of(System.getProperty(CellReport.FILE_PROPERTY)));
  }

  /** The work's report, or why it failed. */
  public static CellReport report(CellSettings settings, Work work) {
    try {
      return work.report(settings);
    } catch (LinkageError e) {
      return CellReport.of(MissingApi.problem(settings.candidate(), e));
    } catch (IOException | RuntimeException e) {
      return CellReport.of(Problem.of(e));
    }
  }
}
