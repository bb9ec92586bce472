package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/upgrade-gate.sh}, as the action calls it on a runner. */
class UpgradeGateIT {
  private static final Path SCRIPT = Path.of("../scripts/upgrade-gate.sh").toAbsolutePath();
  private static final String SHORT =
      "--workloads read --records 1000 --rounds 2 --warm-up 0.1 --seconds 0.1";

  private static final String JAR =
      Path.of(System.getProperty("storagebench.jar")).toAbsolutePath().toString();

  @TempDir private Path folder;

  private record Ended(int exitCode, String out) {}

  private Ended gate(Map<String, String> environment) throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder(SCRIPT.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder
        .environment()
        .put("JAVA_TOOL_OPTIONS", "-Dstoragebench.machine-lock=" + folder.resolve("lock"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), Files.readString(out));
  }

  @Test
  void aRunEndsWithATableAndAPackedRun() throws Exception {
    Path summary = folder.resolve("summary.md");
    Ended ended =
        gate(
            Map.of(
                "JAR",
                JAR,
                "UPGRADE",
                "--candidate=old=lmdb",
                "ARGUMENTS",
                "--candidate new=lmdb " + SHORT,
                "GITHUB_STEP_SUMMARY",
                summary.toString()));
    assertThat(ended.exitCode()).as(ended.out()).isZero();
    assertThat(summary).content().contains("new relative to old", "PointRead");
    assertThat(folder.resolve("upgrade/run.zip")).isRegularFile();
  }

  @Test
  void theTitleOfDependabotNamesTheUpgrade() throws Exception {
    Ended ended =
        gate(Map.of("JAR", JAR, "TITLE", "Bump org.example:other from 1.0 to 1.1 in /server"));
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).contains("no engine is the artifact org.example:other");
  }

  @Test
  void aTitleThatIsNoUpgradeAndAWrongSumAreRefused() throws Exception {
    assertThat(gate(Map.of("TITLE", "Fix $(touch hacked)")).out())
        .contains("no upgrade in the title 'Fix $(touch hacked)'");
    assertThat(folder.resolve("hacked")).doesNotExist();
    Ended sum = gate(Map.of("UPGRADE", "lmdb@1..2", "RELEASE", "1.0.0", "SHA256", "abc"));
    assertThat(sum.exitCode()).isEqualTo(2);
    assertThat(sum.out()).contains("sha256 is not a SHA-256 sum");
  }
}
