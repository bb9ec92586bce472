package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run, as the suite leaves it and as {@code report} makes it again. */
class ReportCommandIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void reportMakesThePageOfASuiteAgain() throws Exception {
    Jar jar = new Jar(folder);
    Finished suite =
        jar.run(
            "suite",
            "movies",
            "--records",
            "500",
            "--engines",
            "noop",
            "--memory",
            "none",
            "--workloads",
            "read",
            "--steady-within",
            "0",
            "--warm-up",
            "0",
            "--seconds",
            "1",
            "--out",
            "run");
    Path page = folder.resolve("run").resolve("report.html");
    assertThat(suite.out()).contains("report.html");
    assertThat(page).content().contains("noop", "echarts", "reviews:records=500");
    String before = Files.readString(page);
    Files.delete(page);
    Finished report = jar.run("report", "run");
    assertThat(report.exitCode()).as(report.out()).isZero();
    assertThat(page).content().isEqualTo(before);
  }

  @Test
  void aFolderWithoutARunIsRefused() throws Exception {
    Finished report = new Jar(folder).run("report", ".");
    assertThat(report.exitCode()).isEqualTo(2);
    assertThat(report.out()).contains("is not a run folder", "run.json").doesNotContain("\tat ");
  }
}
