package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** A property of Maven, a variable and a notation of Gradle, a reference of its catalogue. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          pom.xml | <lmdb.version>OLD</lmdb.version> <dependency> <groupId>org.lmdbjava</groupId> <artifactId>lmdbjava</artifactId> <version>${lmdb.version}</version> </dependency>
          pom.xml | <dependency> <artifactId>lmdbjava</artifactId> <version>OLD</version> <groupId>org.lmdbjava</groupId> </dependency>
          app/build.gradle | ext.lmdb = 'OLD' ; implementation "org.lmdbjava:lmdbjava:$lmdb"
          build.gradle.kts | implementation("org.lmdbjava:lmdbjava:OLD")
          build.gradle | implementation group: 'org.lmdbjava', name: 'lmdbjava', version: 'OLD'
          gradle/libs.versions.toml | lmdb = "OLD" ; lmdbjava = { module = "org.lmdbjava:lmdbjava", version.ref = "lmdb" }
          gradle/libs.versions.toml | lmdb = { group = "org.lmdbjava", name = "lmdbjava", version = "OLD" }
          """)
  void whereTheTitleNamesNoneTheBuildFilesDo(String file, String text) throws Exception {
    assumeTrue(Program.GIT.isHere(), Program.GIT::lack);
    String other = text.replace("lmdbjava", "other");
    Path changed = folder.resolve("repository").resolve(file);
    Files.createDirectories(changed.getParent());
    for (String version : List.of("0.9.0", "0.9.1-rc+2")) {
      Files.writeString(changed, (other + "\n" + text).replace("OLD", version));
      String commit =
          "git init -q repository && cd repository && git add . && git -c user.name=a -c user.email=a@b commit -qm 'Change'";
      assertThat(
              new ProcessBuilder("sh", "-c", commit).directory(folder.toFile()).start().waitFor())
          .isZero();
    }
    Map<String, String> environment =
        Map.of(
            "JAR", JAR, "TITLE", "Bump engines", "REPOSITORY", "repository", "THRESHOLD", "none");
    Ended ended = gate(environment);
    assertThat(ended.out()).containsOnlyOnce("upgrade: ").contains("lmdbjava@0.9.0..0.9.1-rc+2\n");
    assertThat(ended.exitCode()).isEqualTo(2);
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
