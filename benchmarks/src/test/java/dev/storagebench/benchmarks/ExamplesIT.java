package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.workspace.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The numbered files of {@code docs/examples}, run as their comments say. */
class ExamplesIT {
  private static final Path FOLDER = Path.of("../docs/examples");
  private static final Pattern NAME = Pattern.compile("(\\d\\d)-.*\\.(sh|yaml|sql)");
  private static final Pattern COMMAND = Pattern.compile("(?m)^(?:#|--) +(java -jar .*)$");
  // Seconds instead of minutes.
  private static final List<String> SHORT =
      List.of("--rounds", "1", "--warm-up", "0.1", "--seconds", "0.2");
  private static final List<String> SMALL = List.of("--steady-within", "0", "--records", "2000");

  /** Of all examples, as a reader has it. */
  @TempDir private static Path cache;

  @TempDir private Path folder;

  /** MySQL is unpacked once for all tests. */
  @BeforeAll
  static void shareServers() throws IOException {
    Path servers = Files.createDirectories(CacheFolder.current().servers());
    Files.createSymbolicLink(cache.resolve("servers"), servers.toRealPath());
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(Path::getFileName)
          .filter(file -> NAME.matcher(file.toString()).matches())
          .sorted()
          .toList();
    }
  }

  /** What an example needs that not every machine has. */
  private static Optional<String> missing(String example) {
    if (example.startsWith("03") && MemoryLimiter.best().isEmpty()) {
      return Optional.of("no limit here: " + MemoryLimiter.reasons());
    }
    return example.startsWith("08")
            && Engines.named("mysql").availability() instanceof Availability.Unsupported missing
        ? Optional.of(missing.message())
        : Optional.empty();
  }

  /** Small data; the example's own where it has some. */
  private static List<String> small(String example) {
    return switch (example.substring(0, 2)) {
      case "02" -> List.of("--steady-within", "0");
      // Room for an engine in a third of it.
      case "03" -> List.of("--steady-within", "0", "--records", "60000");
      case "07" -> List.of();
      case "08" -> List.of("--dataset", "sysbench:records=2000");
      default -> SMALL;
    };
  }

  @Test
  void thereAreTenAndAllAreInTheIndex() throws IOException {
    String index = Files.readString(FOLDER.resolve("README.md"));
    assertThat(examples().stream().map(file -> Integer.parseInt(file.toString().substring(0, 2))))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 10).boxed().toList());
    for (Path example : examples()) {
      assertThat(index).contains("(" + example + ")");
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExampleDoesWhatItTeaches(Path file) throws Exception {
    String example = file.toString();
    Optional<String> missing = missing(example);
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));

    // As in the repository's root.
    Files.createSymbolicLink(
        folder.resolve("benchmarks.jar"), Path.of(System.getProperty("storagebench.jar")));
    Files.createSymbolicLink(folder.resolve("docs"), Path.of("../docs").toRealPath());
    Jar jar = new Jar(folder, cache);
    List<String> options = new ArrayList<>(SHORT);
    options.addAll(small(example));
    Finished finished = jar.shell(command(file), options.toArray(String[]::new));
    assertThat(finished.exitCode()).as(finished.out()).isZero();

    List<Path> runs;
    try (Stream<Path> files = Files.walk(folder.resolve("runs"))) {
      runs = files.filter(each -> each.endsWith("cells.jsonl")).toList();
    }
    assertThat(runs).as(finished.out()).isNotEmpty();
    for (Path run : runs) {
      for (JsonNode cell : jar.cells(folder.relativize(run.getParent()).toString())) {
        assertThat(cell.get("status").asString()).as(cell.toString()).isEqualTo("MEASURED");
      }
      assertThat(run.resolveSibling("report.html")).exists();
    }
  }

  /** A script is run as it is; other files say in their comment how they are run. */
  private static String command(Path file) throws IOException {
    if (file.toString().endsWith(".sh")) {
      return "sh -e docs/examples/" + file;
    }
    Matcher command = COMMAND.matcher(Files.readString(FOLDER.resolve(file)));
    assertThat(command.find()).as("%s has a command", file).isTrue();
    return command.group(1);
  }
}
