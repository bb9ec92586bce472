package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.core.cell.Cell;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's profilers of one fork. Their inner halves run in it; here are the outer ones, which put
 * words before its command line and read what it has printed.
 */
final class ForkProfilers {
  private final List<ProfilerSpec> specs;
  private final Path run;
  private final Path folder;
  private final BenchmarkParams params;
  private final List<ExternalProfiler> outer = new ArrayList<>();
  private @Nullable Path printed;
  private @Nullable PrintStream tee;

  /**
   * Profilers of a round of a cell.
   *
   * @param run the run's folder, in which they get one of their own
   */
  ForkProfilers(List<ProfilerSpec> given, Path run, Cell cell, int round) {
    this.run = run.toAbsolutePath();
    this.folder = folder(this.run, cell, round);
    this.params = JmhParams.of(cell);
    this.specs = given.stream().map(each -> each.into(folder)).toList();
    for (ProfilerSpec each : specs) {
      if (each.create() instanceof ExternalProfiler profiler) {
        outer.add(profiler);
      }
    }
  }

  /**
   * New folder for a round of a cell: {@code profiles/<cell>} in the run's, which need not exist.
   */
  static Path folder(Path run, Cell cell, int round) {
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
    Path folder = run.resolve("profiles").resolve(name);
    // Cells may differ in other parameters, and a run that was stopped may have left some.
    for (int i = 2; Files.exists(folder); i++) {
      folder = folder.resolveSibling(name + "-" + i);
    }
    return folder;
  }

  /** Names that the fork parses. */
  List<String> names() {
    return specs.stream().map(ProfilerSpec::toString).toList();
  }

  /** Words before the JVM. */
  List<String> launcher() {
    return outer.stream().flatMap(each -> each.addJVMInvokeOptions(params).stream()).toList();
  }

  /** Flags of the JVM. */
  List<String> flags() {
    outer.forEach(each -> each.beforeTrial(params));
    return outer.stream().flatMap(each -> each.addJVMOptions(params).stream()).toList();
  }

  /** Keeps each line for the profilers, too. */
  Consumer<String> tee(Path fork, Consumer<String> lines) throws IOException {
    if (outer.isEmpty()) {
      return lines;
    }
    printed = fork.resolve("printed");
    PrintStream copy =
        new PrintStream(Files.newOutputStream(printed), true, StandardCharsets.UTF_8);
    tee = copy;
    return line -> {
      copy.println(line);
      lines.accept(line);
    };
  }

  /** Adds the outer profilers' results to those of a fork that has ended. */
  void add(RunResult result, long pid) {
    if (printed != null && tee != null) {
      tee.close();
      File file = printed.toFile();
      for (BenchmarkResult each : result.getBenchmarkResults()) {
        for (ExternalProfiler one : outer) {
          one.afterTrial(each, pid, file, file).forEach(each::addBenchmarkResult);
        }
      }
    }
  }

  /**
   * Keeps what profilers have answered in words, beside the files that they wrote.
   *
   * @return all files, relative to the run's folder and with slashes
   */
  List<String> keep(RunResult result) throws IOException {
    for (Result<?> each : result.getSecondaryResults().values()) {
      boolean named =
          specs.stream().anyMatch(one -> one.writesFiles() && one.name().equals(each.getLabel()));
      if (CellResult.isText(each) && !named) {
        Files.createDirectories(folder);
        Files.writeString(
            folder.resolve(each.getLabel().replaceAll("[^\\w.-]", "") + ".txt"),
            each.extendedInfo());
      }
    }
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> run.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
