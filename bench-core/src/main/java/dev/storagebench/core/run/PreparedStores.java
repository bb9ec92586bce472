package dev.storagebench.core.run;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.store.LoadProgress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Prepares stores in JVMs of their own, so that no engine's library is ever loaded into the host
 * and a crash of one costs nothing else.
 */
public final class PreparedStores {

  private PreparedStores() {}

  /**
   * Sees to it that the store of a cell is in the cache.
   *
   * @param progress hears the records loaded
   * @return the report of the preparation: its store, or a problem
   */
  public static CellReport prepare(CellSettings settings, LoadProgress progress)
      throws IOException {
    Path report = Files.createTempFile("storage-bench-", ".json");
    Path errors = Files.createTempFile("storage-bench-", ".err");
    try {
      Process child = start(settings, report, errors);
      child.getOutputStream().close();
      try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(PrepareStore.LOADED)) {
            progress.loaded(Long.parseLong(line.substring(PrepareStore.LOADED.length())));
          }
        }
      }
      int exit = child.waitFor();
      CellReport left = CellReport.read(report);
      return left != null ? left : CellReport.of(new Problem(false, died(exit, errors)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while preparing the store", e);
    } finally {
      Files.deleteIfExists(report);
      Files.deleteIfExists(errors);
    }
  }

  private static Process start(CellSettings settings, Path report, Path errors) throws IOException {
    CacheHome home = Engines.of(settings.candidate()).capabilities().cache();
    List<String> flags = new ArrayList<>(ForkFlags.jvm(List.of(), ForkHeap.forLoading(home)));
    flags.add("-D" + CellReport.FILE_PROPERTY + "=" + report);
    return new ProcessBuilder(ForkFlags.command(flags, PrepareStore.class, settings.arguments()))
        .redirectError(errors.toFile())
        .start();
  }

  private static String died(int exit, Path errors) throws IOException {
    String text = Files.readString(errors, StandardCharsets.UTF_8).strip();
    String tail = text.substring(Math.max(0, text.length() - 2000));
    return "the JVM that loads the store ended with exit code %d%s"
        .formatted(exit, tail.isEmpty() ? "" : ": " + tail);
  }
}
