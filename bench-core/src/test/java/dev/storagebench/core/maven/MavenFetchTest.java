package dev.storagebench.core.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs shell scripts in Maven's place: what they are given and do is what Maven is given and does.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class MavenFetchTest {
  private static final Artifact ZIP =
      new Artifact("com.example", "server", "8.0", "zip", "linux-x86_64");
  private static final Artifact JAR = Artifact.jar("com.example:engine:9.10.0");
  private static final String OUTPUT_FILE =
      "for each; do case $each in -Dmdep.outputFile=*) out=${each#*=};; esac; done";

  @TempDir Path folder;

  @Test
  void returnsTheFileAndTellsHowItGrows() throws Exception {
    Path archive = ZIP.fileIn(folder);
    Path arguments = folder.resolve("arguments");
    String maven =
        script(
            "printf '%s\\n' \"$@\" > " + arguments,
            "mkdir -p " + archive.getParent(),
            "head -c 1000 /dev/zero > " + archive + ".part",
            "sleep 1.3",
            "head -c 500 /dev/zero >> " + archive + ".part",
            "mv " + archive + ".part " + archive);
    List<Long> heard = new ArrayList<>();

    assertThat(
            new MavenFetch(maven, folder).file(ZIP, 1500, (what, soFar, total) -> heard.add(soFar)))
        .isEqualTo(archive)
        .hasSize(1500);
    assertThat(heard).contains(1000L).endsWith(1500L);
    assertThat(Files.readAllLines(arguments))
        .contains(
            "-Dartifact=com.example:server:8.0:zip:linux-x86_64", "-Dmaven.repo.local=" + folder)
        .noneMatch(argument -> argument.contains("://"));
  }

  @Test
  void mavenRunsInAPrivateProjectOfItsOwn() throws Exception {
    Path facts = folder.resolve("facts");
    String maven =
        script(
            "{ echo $MAVEN_BASEDIR; pwd; ls -d .mvn; stat -c %a . 2>/dev/null || stat -f %Lp .; } > "
                + facts,
            "exit 1");

    assertThatThrownBy(() -> fetch(maven).file(ZIP, 1, FetchListener.NONE))
        .isInstanceOf(EngineException.class);
    List<String> said = Files.readAllLines(facts);
    assertThat(said.get(0)).isEqualTo(said.get(1));
    assertThat(said.subList(2, 4)).containsExactly(".mvn", "700");
    assertThat(Path.of(said.get(0))).doesNotExist();
  }

  @Test
  void aFailureShowsMavensLastLines() throws Exception {
    String maven = script("for i in $(seq 50); do echo line $i; done", "exit 1");
    assertThatThrownBy(() -> new MavenFetch(maven, folder).file(ZIP, 1, FetchListener.NONE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("ended with 1")
        .hasMessageContaining("line 50")
        .hasMessageNotContaining("line 5\n");
  }

  @Test
  void withoutMavenTheErrorSaysWhereToPutTheFile() {
    assertThatThrownBy(
            () -> new MavenFetch("no-such-maven", folder).file(ZIP, 1, FetchListener.NONE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("install Maven")
        .hasMessageContaining(ZIP.fileIn(folder).toString());
  }

  @Test
  void aClassPathIsFoundOnceAndRememberedWhileItsJarsAreThere() throws Exception {
    Path engine = Files.createFile(folder.resolve("engine-9.10.0.jar"));
    Path needed = Files.createFile(folder.resolve("needed.jar"));
    String maven = script(OUTPUT_FILE, "printf '%s' " + engine + ":" + needed + " > $out");
    Path lists = folder.resolve("versions");

    assertThat(new EngineVersions(lists, fetch(maven)).jars(List.of(JAR), FetchListener.NONE))
        .containsExactly(engine, needed);
    EngineVersions withoutMaven = new EngineVersions(lists, fetch("no-such-maven"));
    assertThat(withoutMaven.jars(List.of(JAR), FetchListener.NONE)).containsExactly(engine, needed);
    Files.delete(needed);
    assertThatThrownBy(() -> withoutMaven.jars(List.of(JAR), FetchListener.NONE))
        .hasMessageContaining("install Maven");
  }

  @Test
  void anUnknownVersionIsRefusedWithThoseNearIt() throws Exception {
    Path metadata = JAR.folderIn(folder).resolve("maven-metadata-any.xml");
    String maven =
        script(
            "mkdir -p " + metadata.getParent(),
            "echo '<metadata><version>8.0</version><version>9.9.3</version></metadata>' > "
                + metadata,
            "exit 1");
    assertThatThrownBy(() -> fetch(maven).classPath(List.of(JAR), FetchListener.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no version 9.10.0 of com.example:engine; there are 9.9.3 (2 in all)");
  }

  private MavenFetch fetch(String maven) {
    return new MavenFetch(maven, folder);
  }

  private String script(String... lines) throws IOException {
    Path script = folder.resolve("maven");
    Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script.toString();
  }
}
