package dev.storagebench.core.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.TestPrograms;
import dev.storagebench.core.workspace.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Maven, in a folder that others can write to. */
final class MavenFetchIT {
  @TempDir private Path shared;

  @Test
  void mavenTakesNoJvmOptionsFromAFolderAboveTheTemporaryOne() throws Exception {
    TestPrograms.assume("mvn");
    Path planted = shared.resolve("planted");
    Files.createDirectory(shared.resolve(".mvn"));
    Files.writeString(shared.resolve(".mvn/jvm.config"), "-Xlog:all=off:file=" + planted);
    Files.writeString(shared.resolve(".mvn/maven.config"), "--no-such-option");

    String before = System.getProperty(TemporaryFolder.PROPERTY);
    System.setProperty(TemporaryFolder.PROPERTY, shared.toString());
    try {
      Path offline = Files.writeString(shared.resolve("mvn"), "#!/bin/sh\nexec mvn -o \"$@\"\n");
      assertThat(offline.toFile().setExecutable(true)).isTrue();
      MavenFetch fetch = new MavenFetch(offline.toString(), shared.resolve("repository"));
      Artifact unknown = Artifact.jar("invalid.example:engine:1");
      assertThat(failure(() -> fetch.file(unknown, 1, FetchListener.NONE)))
          .contains("offline")
          .doesNotContain("no-such-option");
      assertThat(failure(() -> fetch.classPath(List.of(unknown), FetchListener.NONE)))
          .contains("offline")
          .doesNotContain("no-such-option");
    } finally {
      System.setProperty(TemporaryFolder.PROPERTY, before);
    }
    assertThat(planted).doesNotExist();
  }

  private interface Fetching {
    Object fetch() throws Exception;
  }

  private static String failure(Fetching fetching) throws Exception {
    try {
      return "found " + fetching.fetch();
    } catch (EngineException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
