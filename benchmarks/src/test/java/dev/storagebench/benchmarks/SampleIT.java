package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reproduce --sample}, by which a workflow stamps the run of somebody else. */
class SampleIT {
  @TempDir private Path folder;

  private Finished run(String arguments) throws Exception {
    return new Jar(folder).run(arguments.split(" "));
  }

  @Test
  void oneWorkloadOfTwoCandidatesIsRepeatedWhereTheMachineIsAlike() throws Exception {
    Finished first =
        run(
            "--engines lmdb,rocksdb,sqlite --workloads read,write --records 2000 --rounds 1"
                + " --warm-up 0.1 --seconds 0.2 --out run");
    assertThat(first.exitCode()).as(first.out()).isZero();
    run("submit run");
    Path packed = folder.resolve("run/run.zip");

    Finished again = run("reproduce %s --sample --out again".formatted(packed));
    assertThat(again.exitCode()).as(again.out()).isZero();
    assertThat(again.out().strip().lines().reduce((one, next) -> next).orElse(""))
        .isIn("agrees", "differs", "undecided");
    assertThat(Files.readAllLines(folder.resolve("again/cells.jsonl")))
        .hasSize(2)
        .allMatch(line -> line.contains("PointRead"));

    try (FileSystem zip = FileSystems.newFileSystem(packed)) {
      Path manifest = zip.getPath("run.json");
      String other =
          Files.readString(manifest).replaceFirst("(\"processors\"\\s*:\\s*)\\d+", "$1" + 4096);
      Files.write(manifest, other.getBytes(StandardCharsets.UTF_8));
    }
    Finished elsewhere = run("reproduce %s --sample --out other".formatted(packed));
    assertThat(elsewhere.out()).contains("not re-run: measured on ");
    assertThat(elsewhere.exitCode()).isZero();
  }
}
