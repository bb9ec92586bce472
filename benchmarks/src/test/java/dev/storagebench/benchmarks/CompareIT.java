package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare} as people and CI call it. */
class CompareIT {
  @TempDir private Path folder = Path.of("");

  private Finished run(Jar jar, String out, String... more) throws Exception {
    String line = "--dataset reviews:records=1000 --workloads read --rounds 2 --threads 1 --out ";
    return jar.run(Jar.shortest(line + out, more));
  }

  @Test
  void twoRunsAreComparedCellByCell() throws Exception {
    Jar jar = new Jar(folder);
    Finished old = run(jar, "old", "--engines", "noop");
    assertThat(old.exitCode()).as(old.out()).isZero();
    run(jar, "new", "--engines", "noop,lmdb", "--durability", "none");

    Finished same = jar.run("compare", "old", "old", "--threshold", "1%");
    assertThat(same.exitCode()).as(same.out()).isZero();
    assertThat(same.out())
        .contains("No difference is shown in any of 2 cells")
        .doesNotContain("slower by more");

    Finished other = jar.run("compare", "old", "new", "--markdown", "comment.md");
    assertThat(other.exitCode()).as(other.out()).isZero();
    assertThat(other.out())
        .contains("Only in the new run:", "lmdb PointRead", "durability: was process, is none")
        .contains("engine: was noop, is lmdb, noop");
    assertThat(Files.readString(folder.resolve("comment.md")))
        .contains("| PointRead op/s | noop |");

    assertThat(folder.resolve("old/report.html")).content().contains("echarts");
    assertThat(folder.resolve("new/summary.md")).exists();
  }

  @Test
  void usageErrorsExitWith2() throws Exception {
    Jar jar = new Jar(folder);
    Finished missing = jar.run("compare", "nowhere", "neither");
    assertThat(missing.exitCode()).as(missing.out()).isEqualTo(2);
    assertThat(missing.out()).contains("nowhere").doesNotContain("\tat ");
    Finished one = jar.run("compare", "old");
    assertThat(one.exitCode()).as(one.out()).isEqualTo(2);
    Finished share = jar.run("compare", "nowhere", "neither", "--threshold", "much");
    assertThat(share.exitCode()).isEqualTo(2);
    assertThat(share.out()).contains("invalid share 'much'");
  }
}
