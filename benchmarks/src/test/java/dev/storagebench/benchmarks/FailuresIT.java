package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What goes wrong around one cell costs no other cell. */
class FailuresIT {
  private static final String[] RUN = {
    "--workloads",
    "read,write,load",
    "--minutes",
    "0.1",
    "--rounds",
    "1",
    "--threads",
    "2",
    "--out",
    "run"
  };

  @TempDir private Path folder;

  private static String[] with(String... more) {
    return Stream.concat(Stream.of(RUN), Stream.of(more)).toArray(String[]::new);
  }

  private List<JsonNode> cells(String status) throws IOException {
    return new Jar(folder)
        .cells("run").stream()
            .filter(cell -> cell.get("status").asString().equals(status))
            .toList();
  }

  @Test
  void aCrashInNativeCodeCostsItsOwnCellOnlyAndLeavesTheJvmsReport() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        new Jar(folder)
            .start(
                out,
                with(
                    "--engines",
                    "lmdb,noop",
                    "--dataset",
                    "reviews:records=2000",
                    "--steady-within",
                    "0"));
    crashFirstFork(process);
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(cells("FAILED")).hasSize(1);
    assertThat(cells("MEASURED")).hasSize(5);
    String message = cells("FAILED").get(0).get("message").asString();
    assertThat(message).contains("SIGABRT", "in ", "the JVM's report is");
    String report = message.substring(message.lastIndexOf(' ') + 1);
    assertThat(folder.resolve("run").resolve(Path.of(report).getFileName()))
        .content()
        .contains("SIGSEGV");
  }

  @Test
  void aFullDiskCostsTheCellsThatNeedTheRoom() throws Exception {
    Path cache = mountCache("72m");
    try {
      Finished finished = runOfRocksDb();
      assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
      assertThat(finished.out()).contains("No space left on device");
      assertThat(cells("FAILED"))
          .isNotEmpty()
          .allSatisfy(
              cell ->
                  assertThat(cell.get("cell").get("parameters").get("engine").asString())
                      .isEqualTo("rocksdb"));
      assertThat(cells("MEASURED"))
          .anySatisfy(
              cell ->
                  assertThat(cell.get("cell").get("parameters").get("engine").asString())
                      .isEqualTo("rocksdb"));
    } finally {
      assertThat(Program.succeeds("umount", "--lazy", cache.toString())).isTrue();
    }
  }

  @Test
  void aCacheFolderThatIsTooSmallIsToldBeforeAnythingIsLoaded() throws Exception {
    Path cache = mountCache("24m");
    try {
      Finished finished = runOfRocksDb();
      assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
      assertThat(finished.out())
          .contains("the cache folder " + cache, "MiB free", "loading a store", "--cache-folder")
          .doesNotContain("loading rocksdb", "\tat ");
    } finally {
      assertThat(Program.succeeds("umount", "--lazy", cache.toString())).isTrue();
    }
  }

  @Test
  void aCacheFolderThatCannotBeWrittenIsToldBeforeAnythingIsPacked() throws Exception {
    Files.createFile(new Jar(folder).cache());
    Finished finished = new Jar(folder).run(with("--engines", "noop"));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out())
        .contains("cache cannot be written", "STORAGE_BENCH_CACHE")
        .doesNotContain("packing", "\tat ");
  }

  /** Makes the cache folder a file system of its own, of this size. */
  private Path mountCache(String size) throws Exception {
    Path cache = Files.createDirectory(new Jar(folder).cache());
    assumeTrue(
        Program.succeeds(
            "mount", "-t", "tmpfs", "-o", "mode=700,size=" + size, "tmpfs", cache.toString()),
        "a small file system cannot be mounted here");
    return cache;
  }

  private Finished runOfRocksDb() throws Exception {
    return new Jar(folder)
        .run(with("--engines", "rocksdb,noop", "--dataset", "reviews:records=20000"));
  }

  /** Sends a signal to the first fork that has begun to measure. */
  private static void crashFirstFork(Process process) throws Exception {
    while (process.isAlive()) {
      for (ProcessHandle fork : process.descendants().toList()) {
        String command = fork.info().commandLine().orElse("");
        // The one that only makes the class archive measures nothing.
        if (command.contains("MeasuringProcess") && !command.contains("ArchiveClassesAtExit")) {
          Thread.sleep(250);
          assertThat(Program.succeeds("sh", "-c", "kill -SEGV " + fork.pid())).isTrue();
          return;
        }
      }
      Thread.sleep(20);
    }
  }
}
