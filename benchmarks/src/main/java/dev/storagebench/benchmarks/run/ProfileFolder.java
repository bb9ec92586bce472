package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.core.cell.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Files of profilers from one round of a cell: {@code profiles/<cell>/…} in the run's folder.
 *
 * @param run the run's folder
 * @param path this one's, which need not exist
 */
record ProfileFolder(Path run, Path path) {
  /** New folder for a round of a cell. */
  static ProfileFolder of(Path run, Cell cell, int round) {
    String memory = cell.value("memory");
    String name =
        "%s %s%s %d threads round %d"
            .formatted(
                cell.label(),
                cell.workload(),
                memory.equals("none") ? "" : " " + memory,
                cell.threads(),
                round + 1)
            .replaceAll("[^\\w.]+", "-");
    Path path = run.resolve("profiles").resolve(name);
    // Cells may differ in other parameters, and a run that was stopped may have left some.
    for (int i = 2; Files.exists(path); i++) {
      path = path.resolveSibling(name + "-" + i);
    }
    return new ProfileFolder(run.toAbsolutePath(), path.toAbsolutePath());
  }

  /**
   * Keeps what profilers have answered in words, beside the files that they wrote.
   *
   * @return all files, relative to the run's folder and with slashes
   */
  List<String> keep(RunResult result, List<ProfilerSpec> profilers) throws IOException {
    for (Result<?> each : result.getSecondaryResults().values()) {
      boolean named =
          profilers.stream()
              .anyMatch(one -> one.writesFiles() && one.name().equals(each.getLabel()));
      if (CellResult.isText(each) && !named) {
        Files.createDirectories(path);
        Files.writeString(
            path.resolve(each.getLabel().replaceAll("[^\\w.-]", "") + ".txt"), each.extendedInfo());
      }
    }
    return files();
  }

  private List<String> files() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile)
          .map(file -> run.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
