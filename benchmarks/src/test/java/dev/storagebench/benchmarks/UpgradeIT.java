package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpgradeIT {
  private static final String SHORT = " --records 2000 --rounds 5 --warm-up 0.1 --seconds 0.2";
  private static final String ONCE = SHORT.replace("rounds 5", "rounds 1") + " --steady-within 0";

  @TempDir private Path folder;

  /** RocksDB reads from memory at less than half of LMDB's speed. */
  @Test
  void aLossIsTheExitCodeAndTheRunCanBeSentToOthers() throws Exception {
    Finished finished =
        upgrade(
            "--candidate old=lmdb --candidate new=rocksdb --workloads read"
                + " --markdown comment.md --out run"
                + SHORT);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out())
        .contains("new relative to old")
        .containsPattern(
            "new is worse by more than 1% in 1 of 1 figures: PointRead speed 0\\.\\d+");
    assertThat(folder.resolve("comment.md")).content().contains("| PointRead");

    assertThat(new Jar(folder).run("submit", "run").out()).contains("left out: ", "run/run.zip: ");
    Path received = Files.createDirectory(folder.resolve("received")).resolve("theirs.zip");
    Files.move(folder.resolve("run/run.zip"), received);
    assertThat(new Jar(folder).run("report", "received/theirs.zip").exitCode()).isZero();
    // What a packed run has not is not linked.
    assertThat(received.resolveSibling("report.html"))
        .content()
        .contains("\"files\":[\"results.csv\",\"verdict.json\"]");
    try (Stream<Path> files = Files.list(received.getParent())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("report.html", "results.csv", "summary.md");
    }
  }

  @Test
  void equalCandidatesPass() throws Exception {
    Finished finished =
        upgrade(
            "--candidate old=lmdb --candidate new=lmdb --workloads read,load --threshold 50%"
                + SHORT);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("No loss of more than 50% is shown in any of 2 figures");
  }

  /** Chronicle Map keeps nothing over a kill, so nothing is opened after one at {@code process}. */
  @Test
  void aFigureOfOneReleaseOnlyIsNoPass() throws Exception {
    Finished finished =
        upgrade(
            "--candidate old=lmdb --candidate new=chronicle --workloads read,open-killed --durability process --threshold 99%"
                + ONCE);
    assertThat(finished.out()).contains("Not judged: Open after kill openMs (only one has it)");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(3);
  }

  @Test
  void aJarOfAnotherLibraryIsNotMeasuredAsTheEngine() throws Exception {
    Path other = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Finished finished =
        upgrade(
            "--candidate old=lmdb --candidate new=lmdb{jar=%s} --workloads read --threshold 99%%"
                    .formatted(other)
                + ONCE);
    assertThat(finished.out()).contains("no class of " + other.getFileName() + " is used");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(3);
  }

  @Test
  void oneReleaseIsNoUpgrade() throws Exception {
    for (String wrong : new String[] {"rocksdb", "rocksdb@10.4.2", "--candidate rocksdb", ""}) {
      Finished finished = upgrade(wrong);
      assertThat(finished.exitCode()).as(wrong).isEqualTo(2);
      assertThat(finished.out()).contains("upgrade needs ENGINE@OLD..NEW");
    }
    assertThat(upgrade("--candidate old=lmdb --candidate new=lmdb{jar=gone.jar}").out())
        .contains("candidate new: there is no such file: gone.jar");
  }

  @Test
  void whatCannotBeJudgedIsRefusedBeforeItIsMeasured() throws Exception {
    assertThat(upgrade("lmdb@0.9.0..0.9.0").out()).contains("both candidates are named");
    assertThat(upgrade("lmdb@0.9.0..0.9.1 --jdk 25").out()).contains("upgrade takes no --jdk");
    assertThat(upgrade("lmdb@0.9.0..0.9.1 --markdown gone/x.md").out())
        .contains("there is no folder");
  }

  /** Threads and workloads that the suite does not have. */
  @Test
  void allThatWasMeasuredIsJudged() throws Exception {
    Finished finished =
        upgrade(
            "--candidate old=lmdb --candidate new=lmdb --workloads read,Scan --threads 1,2 --threshold 99%"
                + ONCE);
    assertThat(finished.out())
        .contains("PointRead, 1 thread ", "PointRead, 2 threads ", "Scan 100 forward, 1 thread ")
        .contains("in any of 6 figures");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
  }

  private Finished upgrade(String arguments) throws Exception {
    return new Jar(folder).run(("upgrade " + arguments).strip().split(" "));
  }
}
