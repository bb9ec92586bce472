package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.Meta;
import tools.jackson.databind.JsonNode;

/** Versions of one engine beside each other, fetched by the real Maven. */
class VersionsIT {
  private static final String[] RUN = {
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
    "run"
  };

  /** Of the tests whose versions exist: each is found once. */
  @TempDir private static Path home;

  @TempDir private Path folder;

  private Jar shared() {
    return new Jar(folder, home.resolve("cache"));
  }

  private static Finished measured(Jar jar, String engines) throws Exception {
    Finished finished =
        jar.run(
            Stream.concat(Stream.of("--engines", engines), Stream.of(RUN)).toArray(String[]::new));
    assumeFalse(
        finished.out().contains("cannot fetch"), () -> "Maven finds nothing: " + finished.out());
    return finished;
  }

  @Test
  void versionsStandSideBySideAndEachResultNamesItsOwn() throws Exception {
    Finished finished = measured(shared(), "rocksdb@8.11.4,rocksdb@9.10.0,rocksdb");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Map<String, String> libraries =
        Map.of(
            "rocksdb@8.11.4",
                "8.11.4 rocksdbjni-8.11.4.jar sha256:4edcdc82108d5124c757cb1da6d9c38c0c602cfe4135abccd57705444e6ca840",
            "rocksdb@9.10.0",
                "9.10.0 rocksdbjni-9.10.0.jar sha256:d68a10df820c811020ca27a332718e823cf577086f2eda9512b5f8e77bd17525",
            "rocksdb", "11.8.1 rocksdbjni 11.8.1");
    assertThat(new Jar(folder).cells("run"))
        .hasSizeGreaterThan(libraries.size())
        .allSatisfy(
            cell -> {
              JsonNode engine = cell.get("report").get("engine");
              assertThat(engine.get("version").asString() + " " + engine.get("library").asString())
                  .isEqualTo(
                      libraries.get(cell.get("cell").get("parameters").get("engine").asString()));
            });
    // Once found, they need neither Maven nor the network.
    Path out = folder.resolve("again.txt");
    Process again =
        shared()
            .start(
                out,
                Map.of("PATH", "/no/such/folder"),
                "PointRead",
                "-p",
                "engine=rocksdb@9.10.0",
                "-p",
                "dataset=reviews:records=2000",
                "-p",
                "steadyWithin=0",
                "-f",
                "1",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "100ms");
    Finished offline = Jar.finish(again, out);
    assertThat(offline.exitCode()).as(offline.out()).isZero();
  }

  @Test
  void aForkUnderOtherCoordinatesAndALibraryOfOnesOwnAreNamedByTheirDigests() throws Exception {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    Path library = folder.resolve("liblmdb.so");
    try (InputStream in =
        Meta.class.getResourceAsStream("native/%s-linux-gnu.so".formatted(arch))) {
      Files.copy(Objects.requireNonNull(in), library);
    }
    Finished finished =
        measured(
            shared(),
            "flink=rocksdb@com.ververica:frocksdbjni:8.10.0-ververica-1.0,mine=lmdb{library=%s},lmdb"
                .formatted(library));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    List<String> libraries =
        new Jar(folder)
            .cells("run").stream()
                .map(cell -> cell.get("report").get("engine"))
                .map(each -> each.get("version").asString() + " " + each.get("library").asString())
                .distinct()
                .toList();
    assertThat(libraries)
        .hasSize(3)
        .anyMatch(each -> each.matches("8.10.0 frocksdbjni-8.10.0-ververica-1.0.jar sha256:\\w+"))
        .anyMatch(each -> each.matches("0.9.\\d+ lmdbjava \\S+ with liblmdb.so sha256:\\w+"));
  }

  @Test
  void aVersionThatLacksAMethodIsUnsupportedBeforeAnythingIsLoaded() throws Exception {
    Finished finished = measured(new Jar(folder), "rocksdb@5.8.0,noop");
    assertThat(finished.out())
        .contains("rocksdb@5.8.0 is incompatible with its adapter: ", "org.rocksdb.RocksDB.")
        .doesNotContain("loading rocksdb");
    assertThat(new Jar(folder).cells("run"))
        .filteredOn(
            cell -> cell.get("cell").get("parameters").get("engine").asString().contains("rocksdb"))
        .isNotEmpty()
        .allSatisfy(cell -> assertThat(cell.get("status").asString()).isEqualTo("UNSUPPORTED"));
  }

  @Test
  void aVersionThatDoesNotExistIsAUsageErrorThatListsOthers() throws Exception {
    Finished finished = measured(new Jar(folder), "rocksdb@9.99.0");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out())
        .contains("there is no version 9.99.0 of org.rocksdb:rocksdbjni; there are", "9.10.0")
        .doesNotContain("packing", "\tat ");
    assertThat(Files.exists(folder.resolve("cache/data"))).isFalse();
  }

  @Test
  void aVersionNeedsAForkOfItsOwn() throws Exception {
    Finished finished =
        shared()
            .run(
                "PointRead",
                "-p",
                "engine=rocksdb@9.10.0",
                "-p",
                "dataset=reviews:records=1000",
                "-f",
                "0",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "100ms");
    assumeFalse(
        finished.out().contains("cannot fetch"), () -> "Maven finds nothing: " + finished.out());
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out()).contains("need a forked JVM (-f 1 or more)");
  }

  @Test
  void aCandidateRunsOnEachJdkAndItsResultsProveIt() throws Exception {
    Finished finished =
        shared()
            .run(
                "--engines mvstore,mapdb --jdk 17,25 --workloads read --records 2000 --steady-within 0 --warm-up 0.1 --seconds 0.2 --rounds 1 --threads 1 --out run"
                    .split(" "));
    List<JsonNode> cells = new Jar(folder).cells("run");
    assertThat(cells).as(finished.out()).hasSize(4);
    int measured = 0;
    for (JsonNode cell : cells) {
      String candidate = cell.get("cell").get("parameters").get("engine").asString();
      String jdk = candidate.substring(candidate.length() - 3, candidate.length() - 1);
      assertThat(candidate).endsWith("-jdk%1$s=%2$s{jdk=%1$s}".formatted(jdk, engine(candidate)));
      if (cell.get("status").asString().equals("MEASURED")) {
        measured++;
        assertThat(cell.get("report").get("settings").valueStream())
            .filteredOn(setting -> setting.get("name").asString().equals("jvm"))
            .singleElement()
            .asString()
            .containsPattern("[ \"]" + jdk + "\\.\\d");
      } else {
        assertThat(cell.get("message").asString()).contains("jdk=" + jdk + ": none is found");
      }
    }
    assertThat(measured).isPositive();
  }

  /** The broken one has the header of a shared object and nothing else: the linker ignores it. */
  @Test
  void anAllocatorIsProvenByWhatItsForksHaveMapped() throws Exception {
    Path jemalloc = Path.of("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2");
    assumeTrue(Files.exists(jemalloc), "libjemalloc2 is not installed");
    byte[] whole = Files.readAllBytes(jemalloc);
    Path broken = Files.write(folder.resolve("libbroken.so"), Arrays.copyOf(whole, 64));
    Finished finished =
        measured(
            shared(),
            "plain=je,jemalloc=je{malloc=%s},broken=je{malloc=%s},gone=je{malloc=/no/lib.so}"
                .formatted(jemalloc, broken));
    for (JsonNode cell : new Jar(folder).cells("run")) {
      String label =
          cell.get("cell").get("parameters").get("engine").asString().replaceFirst("=.*", "");
      String outcome = cell.get("status").asString() + " " + cell.get("message").asString("");
      String settings = cell.toString();
      switch (label) {
        case "plain", "je" -> {
          assertThat(outcome).as(finished.out()).startsWith("MEASURED");
          assertThat(settings).doesNotContain("\"malloc\"");
        }
        case "jemalloc" -> {
          assertThat(outcome).as(finished.out()).startsWith("MEASURED");
          assertThat(settings).contains("\"malloc\"", jemalloc + " sha256:");
        }
        case "broken" -> assertThat(outcome).startsWith("FAILED").contains("is not mapped");
        default -> assertThat(outcome).startsWith("UNSUPPORTED").contains("malloc=/no/lib.so");
      }
    }
  }

  @Test
  void virtualThreadsNeedARecentJdk() throws Exception {
    Finished finished =
        measured(
            shared(),
            "old=mvstore{jdk=17;clientThreads=virtual},new=mvstore{jdk=25;clientThreads=virtual}");
    assertThat(new Jar(folder).cells("run"))
        .as(finished.out())
        .extracting(cell -> cell.get("status").asString() + " " + cell.get("message").asString(""))
        .anySatisfy(outcome -> assertThat(outcome).containsPattern("needs JDK 21|none is found"))
        .anySatisfy(outcome -> assertThat(outcome).containsPattern("^MEASURED|none is found"));
    assertThat(shared().run("--engines", "mvstore{clientThreads=green}").out())
        .contains("invalid clientThreads 'green'");
  }

  @Test
  void bindingsOfOneLibraryAreComparedAndForeignFunctionsNeedARecentJdk() throws Exception {
    Finished finished =
        measured(
            shared(),
            "jni=rocksdb,array=rocksdb{get=array},jnr=rocksdb-c{library=rocksdbjni},ffm=rocksdb-c{library=rocksdbjni;binding=ffm;jdk=25},old=rocksdb-c{library=rocksdbjni;binding=ffm;jdk=17}");
    Map<String, String> outcomes = new TreeMap<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      outcomes.put(
          cell.get("cell").get("parameters").get("engine").asString().split("=", 2)[0],
          cell.get("status").asString() + " " + cell.get("message").asString(""));
    }
    assertThat(outcomes.values()).as(finished.out()).hasSize(5);
    assertThat(outcomes)
        .containsEntry("jni", "MEASURED ")
        .containsEntry("array", "MEASURED ")
        .containsEntry("jnr", "MEASURED ");
    assertThat(outcomes.get("ffm")).containsPattern("^MEASURED|none is found");
    assertThat(outcomes.get("old"))
        .containsPattern("^UNSUPPORTED .*(binding=ffm needs JDK 22|none is found)");
  }

  private static String engine(String candidate) {
    return candidate.startsWith("mapdb") ? "mapdb" : "mvstore";
  }
}
