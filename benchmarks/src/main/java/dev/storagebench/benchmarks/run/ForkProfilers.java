package dev.storagebench.benchmarks.run;

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
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's profilers of one fork. Their inner halves run in it; here are the outer ones, which put
 * words before its command line and read what it has printed.
 */
final class ForkProfilers {
  private final List<ProfilerSpec> specs;
  private final ProfileFolder folder;
  private final List<ExternalProfiler> outer = new ArrayList<>();
  private @Nullable Path printed;
  private @Nullable PrintStream tee;

  private ForkProfilers(List<ProfilerSpec> given, ProfileFolder folder) throws ProfilerException {
    this.specs = given.stream().map(each -> each.into(folder.path())).toList();
    this.folder = folder;
    for (ProfilerSpec each : specs) {
      if (each.create() instanceof ExternalProfiler profiler) {
        outer.add(profiler);
      }
    }
  }

  static ForkProfilers of(List<ProfilerSpec> given, ProfileFolder folder) {
    try {
      return new ForkProfilers(given, folder);
    } catch (ProfilerException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Names that the fork parses. */
  List<String> names() {
    return specs.stream().map(ProfilerSpec::toString).toList();
  }

  /** Words before the JVM. */
  List<String> launcher(Cell cell) {
    BenchmarkParams params = JmhParams.of(cell);
    return outer.stream().flatMap(each -> each.addJVMInvokeOptions(params).stream()).toList();
  }

  /** Flags of the JVM. */
  List<String> flags(Cell cell) {
    BenchmarkParams params = JmhParams.of(cell);
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

  /** See {@link ProfileFolder#keep}. */
  List<String> keep(RunResult result) throws IOException {
    return folder.keep(result, specs);
  }
}
