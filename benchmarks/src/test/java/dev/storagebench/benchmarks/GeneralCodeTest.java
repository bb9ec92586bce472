package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * General code decides nothing by a workload's or an engine's name: it asks {@link
 * dev.storagebench.core.cell.WorkloadType} and {@link dev.storagebench.core.engine.Capabilities},
 * whether the name is written out or a workload's constant. Names inside of longer texts are
 * examples.
 */
final class GeneralCodeTest {
  private static final Pattern LITERAL = Pattern.compile("\"((?:\\\\.|[^\"\\\\\n])*)\"");
  private static final Pattern WORKLOAD =
      Pattern.compile("dev\\.storagebench\\.\\w+\\.benchmark\\.[A-Z]\\w*");
  // The packages of the workloads and of the engine that are in bench-core.
  private static final Pattern THEIR_OWN = Pattern.compile(".*/core/(benchmark|noop)/.*");

  @Test
  void generalCodeNamesNoWorkloadAndNoEngine() throws IOException {
    Set<String> names =
        Stream.concat(Workloads.names().stream(), Engines.all().stream().map(StorageEngine::name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(names).contains("PointRead", "Transaction", "rocksdb", "mysql", "noop");
    Set<String> named = new TreeSet<>();
    for (String module : Set.of("bench-core", "bench-analysis", "benchmarks")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file :
            files
                .filter(each -> each.toString().endsWith(".java"))
                .filter(each -> !THEIR_OWN.matcher(each.toString()).matches())
                .toList()) {
          String text = Files.readString(file);
          Stream.concat(
                  LITERAL
                      .matcher(text)
                      .results()
                      .map((MatchResult found) -> found.group(1).trim())
                      .filter(names::contains),
                  WORKLOAD.matcher(text).results().map(MatchResult::group))
              .forEach(name -> named.add(file.getFileName() + ": " + name));
        }
      }
    }
    assertThat(named).isEmpty();
  }
}
