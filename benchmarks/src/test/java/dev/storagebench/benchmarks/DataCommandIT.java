package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The {@code data} commands, as a user runs them. */
class DataCommandIT {
  private static final String GOOD = "{\"key\":\"a\",\"value\":\"1\"}\n";

  @TempDir private Path folder;

  private Finished data(int exitCode, String... arguments) throws Exception {
    Finished finished =
        new Jar(folder)
            .run(Stream.concat(Stream.of("data"), Stream.of(arguments)).toArray(String[]::new));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(exitCode);
    assertThat(finished.out()).doesNotContain("\tat ");
    return finished;
  }

  @Test
  void generatedRecordsArePackedAndInspected() throws Exception {
    assertThat(data(0, "pack", "finefoods:records=500", "c.records").out())
        .contains("c.records: 500 records");
    data(0, "pack", "c.records", "d.records");
    assertThat(folder.resolve("c.records")).hasSameBinaryContentAs(folder.resolve("d.records"));
    Finished inspected = data(0, "inspect", "c.records", "--json", "report.json");
    assertThat(inspected.out()).contains("packed record file", "records      500", "p99.9");
    JsonNode json = JsonMapper.shared().readTree(folder.resolve("report.json").toFile());
    assertThat(json.get("records").asLong()).isEqualTo(500);
    assertThat(json.get("duplicateKeys").asLong()).isZero();
  }

  @Test
  void standardInputIsPackedAndInspected() throws Exception {
    Path in = Files.writeString(folder.resolve("in.txt"), GOOD + GOOD.replace("\"a\"", "\"b\""));
    Path out = folder.resolve("out.txt");
    assertThat(piped(in, out, "pack", "/dev/stdin", "c.records").exitCode()).isZero();
    assertThat(data(0, "inspect", "c.records").out()).contains("records      2");
    assertThat(piped(in, out, "inspect", "--json", "-", "/dev/stdin").exitCode()).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toFile());
    assertThat(json.get("form").asString()).isEqualTo("JSON lines, key 'key', value 'value'");
    assertThat(json.get("input").asString()).isEqualTo("/dev/stdin");
    assertThat(json.get("records").asLong()).isEqualTo(2);
  }

  private static Finished piped(Path in, Path out, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("storagebench.jar"), "data"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(in.getParent().toFile())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .start();
    return Jar.finish(process, out);
  }

  @Test
  void badInputIsOneLineAndExitCodeOne() throws Exception {
    Files.writeString(folder.resolve("x.csv"), "no records here\n");
    assertThat(data(1, "inspect", "x.csv").out().lines())
        .singleElement()
        .asString()
        .contains("x.csv", "--as");
    Files.writeString(
        folder.resolve("bad.txt"), GOOD + "bad\n" + GOOD.replace("\"a\"", "\"\u00e9\""));
    assertThat(data(1, "pack", "bad.txt", "y.records").out().lines())
        .singleElement()
        .asString()
        .contains("line 2");
    assertThat(folder.resolve("y.records")).doesNotExist();
    assertThat(data(0, "pack", "--skip-bad", "bad.txt", "y.records").out())
        .contains("2 records", "1 bad records left out");
    assertThat(data(0, "inspect", "bad.txt").out()).contains("bad records  1", "line 2, byte 24");
  }

  @Test
  void whatIsStoppedLeavesNothing() throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path out = folder.resolve("out.txt");
    Process process =
        new Jar(folder).start(out, "data", "pack", "reviews:bytes=90g", "target/a.records");
    while (isEmpty(target) && process.isAlive()) {
      Thread.sleep(20);
    }
    // SIGTERM; Ctrl-C ends a JVM the same way.
    process.destroy();
    assertThat(Jar.finish(process, out).exitCode()).as(Files.readString(out)).isNotZero();
    assertThat(target).isEmptyDirectory();
  }

  @Test
  void packingThatIsStoppedLeavesNothingInTheCache() throws Exception {
    Jar jar = new Jar(folder);
    Path data = Files.createDirectories(jar.cache().resolve("data"));
    Path out = folder.resolve("out.txt");
    Process process = jar.start(out, "--engines", "noop", "--dataset", "reviews:bytes=90g");
    while (names(data).noneMatch(name -> name.endsWith(".tmp")) && process.isAlive()) {
      Thread.sleep(20);
    }
    process.destroy();
    assertThat(Jar.finish(process, out).exitCode()).as(Files.readString(out)).isNotZero();
    assertThat(names(data)).allMatch(name -> name.endsWith(".lock"));
  }

  private static boolean isEmpty(Path target) throws IOException {
    return names(target).findAny().isEmpty();
  }

  private static Stream<String> names(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList().stream();
    }
  }

  @Test
  void aRecordThatDoesNotFitTheHeapIsOneLine() throws Exception {
    Path file = folder.resolve("long.json");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.writeBytes("{\"asin\":\"");
      sparse.setLength(200L << 20);
    }
    Path out = folder.resolve("out.txt");
    Process process =
        new Jar(folder)
            .start(out, Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m"), "data", "inspect", "long.json");
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).isEqualTo(1);
    assertThat(finished.out()).contains("out of memory", "-Xmx").doesNotContain("\tat ");
  }

  @Test
  void aDataSetThatCannotBeReadIsOneLineInJmhsCommandLineToo() throws Exception {
    Files.writeString(folder.resolve("bad.json"), GOOD + "bad\n");
    Map<String, String> expected =
        Map.of(
            "records:nowhere", "there is no",
            "records:.", "directory",
            "records:bad.json", "not a packed record file",
            "kv:bad.json", "line 2, byte 24",
            "nothing:x", "no data set format");
    for (Map.Entry<String, String> each : expected.entrySet()) {
      for (String[] dataset :
          new String[][] {{"--dataset", each.getKey()}, {"-p", "dataset=" + each.getKey()}}) {
        Finished finished =
            new Jar(folder).run("PointRead", "-p", "engine=noop", dataset[0], dataset[1]);
        assertThat(finished.exitCode()).as(finished.out()).isBetween(1, 2);
        assertThat(finished.out()).contains(each.getValue()).doesNotContain("\tat ", "Iteration");
      }
    }
  }

  @Test
  void aPackedFileIsMeasuredWithoutBeingPackedAgain() throws Exception {
    data(0, "pack", "reviews:records=100", "a.records");
    Jar jar = new Jar(folder);
    String[] brief = {"-p", "engine=noop", "-f", "1", "-wi", "0", "-i", "1", "-r", "100ms"};
    Finished finished =
        jar.run(
            Stream.concat(
                    Stream.of("PointRead", "-p", "dataset=records:a.records"), Stream.of(brief))
                .toArray(String[]::new));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(jar.cache().resolve("data")).doesNotExist();
  }

  @Test
  void anErrorNamesTheWayOut() throws Exception {
    Files.writeString(folder.resolve("bad.json"), GOOD + "bad\n");
    assertThat(data(1, "pack", "bad.json", "y.records").out()).contains("line 2", "--skip-bad");
    assertThat(data(1, "inspect", "--strict", "bad.json").out()).doesNotContain("--skip-bad");
    assertThat(data(2, "inspect", "bad.json", "--json", "no-such-folder/x").out().lines())
        .singleElement()
        .asString()
        .contains("no-such-folder");
  }

  @Test
  void wrongArgumentsAreOneLineAndExitCodeTwo() throws Exception {
    Files.writeString(folder.resolve("there.snap"), "mine");
    String[][] wrong = {
      {"frobnicate"},
      {"inspect"},
      {"inspect", "no-such-file"},
      {"pack", "reviews:records=1", "there.snap"},
      {"pack", "reviews:records=many", "x.records"},
      {"pack", "reviews:records=1;bytes=1", "x.records"},
    };
    for (String[] arguments : wrong) {
      assertThat(data(2, arguments).out().lines()).as(String.join(" ", arguments)).hasSize(1);
    }
    assertThat(folder.resolve("there.snap")).hasContent("mine");
    assertThat(data(0).out()).contains("inspect", "pack");
  }

  @Test
  void theWordIsACommandOnlyWhereItStandsFirst() throws Exception {
    Finished finished = new Jar(folder).run("-rff", "data", "-l");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("PointRead");
  }
}
