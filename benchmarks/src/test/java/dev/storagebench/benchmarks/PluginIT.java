package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The engine of {@code docs/examples/10-engine-plugin}, built as its README says. */
class PluginIT {
  private static final Path EXAMPLE = Path.of("../docs/examples/10-engine-plugin").toAbsolutePath();

  @TempDir private Path folder;

  @BeforeEach
  void build() {
    compile(EXAMPLE.resolve("src/com/example/logengine/LogEngine.java"));
    jar("log-engine.jar", EXAMPLE.resolve("MANIFEST.MF"));
  }

  private void compile(Path source) {
    run(
        "javac",
        "-cp",
        System.getProperty("storagebench.jar"),
        "-d",
        folder.resolve("classes").toString(),
        source.toString());
  }

  private void jar(String name, Path manifest) {
    run(
        "jar",
        "--create",
        "--file",
        folder.resolve(name).toString(),
        "--manifest",
        manifest.toString(),
        "-C",
        folder.resolve("classes").toString(),
        ".",
        "-C",
        EXAMPLE.toString(),
        "META-INF/services");
  }

  private static void run(String tool, String... arguments) {
    assertThat(ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments))
        .isZero();
  }

  /** Compiles the example with a change. */
  private void variant(String pattern, String replacement) throws IOException {
    String text = Files.readString(EXAMPLE.resolve("src/com/example/logengine/LogEngine.java"));
    Path source =
        Files.writeString(
            folder.resolve("LogEngine.java"), text.replaceFirst(pattern, replacement));
    compile(source);
  }

  /** They keep its output open; the run does not wait for them, and they end with the fork. */
  @Test
  void whatAPluginStartsEndsWithItsFork() throws Exception {
    variant(
        "return new LogStore", "new ProcessBuilder(\"sleep\", \"601\").inheritIO().start(); $0");
    jar("starts.jar", EXAMPLE.resolve("MANIFEST.MF"));
    Set<Long> before = sleeping();
    Finished finished =
        new Jar(folder)
            .run(
                Jar.shortest(
                    "--plugin starts.jar --engines log-example --workloads read --records 2000 --threads 1 --rounds 1"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Set<Long> left = sleeping();
    left.removeAll(before);
    assertThat(left).isEmpty();
  }

  private static Set<Long> sleeping() {
    Set<Long> pids = new HashSet<>();
    ProcessHandle.allProcesses()
        .filter(each -> each.info().command().orElse("").endsWith("/sleep"))
        .filter(each -> each.info().arguments().map(List::of).orElse(List.of()).contains("601"))
        .forEach(each -> pids.add(each.pid()));
    return pids;
  }

  @Test
  void aPluginCannotEndTheProgramUnnoticedOrControlTheTerminal() throws Exception {
    variant(
        "(class LogEngine [^{]*\\{)",
        "$1 { System.out.println(\"\\\\u001b[31mred\"); System.exit(0); }");
    jar("exits.jar", EXAMPLE.resolve("MANIFEST.MF"));
    Finished finished = new Jar(folder).run("engines", "--plugin", "exits.jar");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out())
        .contains("?[31mred", "exits.jar': it ends the process that loads it")
        .doesNotContain("\u001b[31m");
  }

  @Test
  void thePluginIsListedMeasuredAndReportedLikeOtherEngines() throws Exception {
    Jar jar = new Jar(folder);
    Finished listed = jar.run("engines", "--plugin", "log-engine.jar");
    assertThat(listed.out())
        .containsPattern("log-example +1\\.0 .*log-engine 1\\.0 in log-engine\\.jar sha256:");

    Finished finished =
        jar.run(
            "--plugin",
            "log-engine.jar",
            "--engines",
            "log-example,noop",
            "--dataset",
            "reviews:records=2000",
            "--workloads",
            "read,write",
            "--steady-within",
            "0",
            "--warm-up",
            "0.1",
            "--seconds",
            "0.2",
            "--rounds",
            "1",
            "--threads",
            "2",
            "--out",
            "run");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(jar.cells("run"))
        .filteredOn(cell -> engine(cell).equals("log-example"))
        .isNotEmpty()
        .allSatisfy(
            cell -> {
              assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
              assertThat(cell.get("report").get("engine").get("library").asString())
                  .startsWith("log-engine 1.0 in log-engine.jar sha256:");
            });
    assertThat(Files.readString(folder.resolve("run/report.html"))).contains("log-example");

    Finished another = jar.run(Jar.shortest("--engines noop --workloads read --rounds 1"));
    assertThat(another.exitCode()).as("without the plugin:%n%s", another.out()).isZero();
  }

  @Test
  void jmhsOwnCommandLineMeasuresItInAForkAndInItsOwnJvm() throws Exception {
    for (String forks : new String[] {"1", "0"}) {
      Finished finished =
          new Jar(folder)
              .run(
                  "PointRead",
                  "--plugin",
                  "log-engine.jar",
                  "-p",
                  "engine=log-example",
                  "-p",
                  "dataset=reviews:records=1000",
                  "-f",
                  forks,
                  "-wi",
                  "0",
                  "-i",
                  "1",
                  "-r",
                  "100ms");
      assertThat(finished.exitCode()).as(finished.out()).isZero();
      assertThat(finished.out()).contains("log-example");
    }
  }

  @Test
  void aPluginOfAnotherVersionOfTheInterfaceOrWithATakenNameIsAUsageError() throws Exception {
    Path manifest = Files.writeString(folder.resolve("manifest"), "Storage-Bench-SPI: 5\n");
    jar("newer.jar", manifest);
    Finished newer = new Jar(folder).run("engines", "--plugin", "newer.jar");
    assertThat(newer.exitCode()).as(newer.out()).isEqualTo(2);
    assertThat(newer.out()).contains("Storage-Bench-SPI: 5", "version 4").doesNotContain("\tat ");

    Files.copy(folder.resolve("log-engine.jar"), folder.resolve("again.jar"));
    Finished twice =
        new Jar(folder).run("engines", "--plugin", "log-engine.jar", "--plugin", "again.jar");
    assertThat(twice.exitCode()).as(twice.out()).isEqualTo(2);
    assertThat(twice.out()).contains("'log-example'", "again.jar");
  }

  private static String engine(JsonNode cell) {
    return cell.get("cell").get("parameters").get("engine").asString();
  }
}
