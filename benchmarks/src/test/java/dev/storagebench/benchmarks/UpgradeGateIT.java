package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.process.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lmdbjava.Env;

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
    assertThat(folder.resolve("storage-bench-upgrade/run.zip")).isRegularFile();
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
    TestPrograms.assume("git");
    String other = text.replace("lmdbjava", "other");
    Path changed = folder.resolve("repository").resolve(file);
    Files.createDirectories(changed.getParent());
    for (String version : List.of("0.9.0", "0.9.1-rc+2")) {
      Files.writeString(changed, (other + "\n" + text).replace("OLD", version));
      commit();
    }
    Map<String, String> environment =
        Map.of(
            "JAR", JAR, "TITLE", "Bump engines", "REPOSITORY", "repository", "THRESHOLD", "none");
    Ended ended = gate(environment);
    assertThat(ended.out()).containsOnlyOnce("upgrade: ").contains("lmdbjava@0.9.0..0.9.1-rc+2\n");
    assertThat(ended.exitCode()).isEqualTo(2);
  }

  /** Nobody changes the title when another version is pushed; and one module stays as it was. */
  @Test
  void theBuildFilesOutrankTheTitle() throws Exception {
    TestPrograms.assume("git");
    String dependency = "implementation 'org.lmdbjava:lmdbjava:%s'";
    Path stays = folder.resolve("repository/a/build.gradle");
    Path changes = folder.resolve("repository/b/build.gradle");
    Files.createDirectories(stays.getParent());
    Files.createDirectories(changes.getParent());
    Files.writeString(stays, dependency.formatted("0.9.0"));
    for (String version : List.of("0.9.0", "0.10.0")) {
      Files.writeString(changes, dependency.formatted(version));
      commit();
    }
    String title = "Bump org.lmdbjava:lmdbjava from 0.8.3 to 0.9.0";
    Map<String, String> environment =
        Map.of("JAR", JAR, "TITLE", title, "REPOSITORY", "repository", "THRESHOLD", "none");
    assertThat(gate(environment).out())
        .containsOnlyOnce("upgrade: ")
        .contains("lmdbjava@0.9.0..0.10.0\n");
  }

  private void commit() throws Exception {
    String commit =
        "git init -q repository && cd repository && git add . && git -c user.name=a -c user.email=a@b commit -qm 'Change'";
    assertThat(new ProcessBuilder("sh", "-c", commit).directory(folder.toFile()).start().waitFor())
        .isZero();
  }

  /** A project that is an engine's library, built from two refs. */
  @Test
  void twoRefsOfAProjectAreBuiltAndCompared() throws Exception {
    TestPrograms.assume("git");
    Path library = Path.of(Env.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String commits =
        "git init -q repository && cd repository && git config user.name a && git config user.email a@b"
            + " && for each in 1 2; do echo $each >file && git add . && git commit -qm 'Change'; done";
    assertThat(new ProcessBuilder("sh", "-c", commits).directory(folder.toFile()).start().waitFor())
        .isZero();
    Map<String, String> environment =
        Map.of(
            "JAR",
            JAR,
            "REPOSITORY",
            "repository",
            "REFS",
            "HEAD^1..HEAD",
            "ENGINE",
            "lmdb",
            "BUILD",
            "mkdir target && cp '" + library + "' target/built.jar && cat file >>target/built.jar",
            "BUILT",
            "target/built.jar",
            "ARGUMENTS",
            SHORT.replace("rounds 2", "rounds 1"),
            "THRESHOLD",
            "90%");
    Ended ended = gate(environment);
    assertThat(ended.exitCode()).as(ended.out()).isZero();
    assertThat(folder.resolve("comment.md")).content().contains("new relative to old", "PointRead");
    Set<String> digests =
        Pattern.compile("built\\.jar sha256:(\\w{12})")
            .matcher(Files.readString(folder.resolve("storage-bench-upgrade/cells.jsonl")))
            .results()
            .map(each -> each.group(1))
            .collect(Collectors.toSet());
    assertThat(digests).hasSize(2);
    Map<String, String> broken = new HashMap<>(environment);
    broken.put("BUILD", "exit 7");
    Ended failed = gate(broken);
    assertThat(failed.out()).contains("the build of HEAD^1 failed");
    assertThat(failed.exitCode()).isEqualTo(2);
  }

  /** The jar comes from the release of the action's own repository, and has the given sum. */
  @Test
  void aReleaseIsFetchedAndItsSumIsCompared() throws Exception {
    Path curl = Files.createDirectory(folder.resolve("bin")).resolve("curl");
    Files.writeString(curl, "#!/bin/sh\necho \"$@\"\necho other >\"$5\"\n");
    assertThat(curl.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "UPGRADE",
                "lmdb@1..2",
                "RELEASE",
                "1.0.0",
                "SHA256",
                "0".repeat(64),
                "PATH",
                curl.getParent() + ":" + System.getenv("PATH"),
                "RUNNER_TEMP",
                folder.toString()));
    assertThat(gate(environment).out()).contains("no repository to fetch the release from");
    environment.put("GITHUB_ACTION_PATH", "/runner/_actions/some/fork/v1");
    Ended ended = gate(environment);
    assertThat(ended.out())
        .contains(
            "https://github.com/some/fork/releases/download/v1.0.0/benchmarks-1.0.0.jar",
            "the jar of 1.0.0 has another SHA-256 sum than the given one");
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
