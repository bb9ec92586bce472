package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.core.cell.Cell;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's profilers of one fork. Their inner halves run in it; here are the outer ones, which put
 * words before its command line and read what it has printed.
 */
final class ForkProfilers {
  private final List<ProfilerSpec> specs;
  private final ProfileFolder folder;
  private final @Nullable ProfilerNameShortener outer;
  private @Nullable Path printed;
  private @Nullable PrintStream tee;

  private ForkProfilers(
      List<ProfilerSpec> specs, ProfileFolder folder, @Nullable ProfilerNameShortener outer) {
    this.specs = specs;
    this.folder = folder;
    this.outer = outer;
  }

  static ForkProfilers of(List<ProfilerSpec> given, ProfileFolder folder) {
    List<ProfilerSpec> specs = given.stream().map(each -> each.into(folder.path())).toList();
    try {
      return new ForkProfilers(
          given,
          folder,
          specs.isEmpty() ? null : new ProfilerNameShortener(ProfilerNameShortener.text(specs)));
    } catch (ProfilerException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** As the fork parses them. */
  List<String> names() {
    return specs.stream().map(each -> each.into(folder.path()).toString()).toList();
  }

  /** Words before the JVM. */
  List<String> launcher(Cell cell) {
    return outer == null ? List.of() : List.copyOf(outer.addJVMInvokeOptions(JmhParams.of(cell)));
  }

  /** Flags of the JVM. */
  List<String> flags(Cell cell) {
    if (outer == null) {
      return List.of();
    }
    outer.beforeTrial(JmhParams.of(cell));
    return List.copyOf(outer.addJVMOptions(JmhParams.of(cell)));
  }

  /** Keeps each line for the profilers, too. */
  Consumer<String> tee(Path fork, Consumer<String> lines) throws IOException {
    if (outer == null) {
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
    if (outer != null && printed != null && tee != null) {
      tee.close();
      Path file = printed;
      result
          .getBenchmarkResults()
          .forEach(
              each ->
                  outer
                      .afterTrial(each, pid, file.toFile(), file.toFile())
                      .forEach(each::addBenchmarkResult));
    }
  }

  /** See {@link ProfileFolder#keep}. */
  List<String> keep(RunResult result) {
    try {
      return folder.keep(result, specs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
