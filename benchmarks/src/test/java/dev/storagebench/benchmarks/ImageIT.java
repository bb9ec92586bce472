package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The image of a release, its steps carried out without an engine for images. */
@Tag("nightly")
class ImageIT {
  private static final int CANNOT_RUN = 77;
  private static final List<String> ENGINES =
      List.of("rocksdb", "chronicle", "leveldb", "rocksdb-c", "wiredtiger");

  /** As an ordinary user, who has no control groups: limits are unsupported, never left out. */
  @Test
  void allItsEnginesAreMeasuredAndLimitsAreUnsupported() throws Exception {
    List<String> command = new ArrayList<>();
    command.add("../scripts/image-root.sh");
    command.add(System.getProperty("storagebench.jar"));
    command.addAll(
        List.of(
            Jar.shortest(
                "--workloads read --records 1000 --rounds 1 --threads 1 --memory none,64m",
                "--engines",
                String.join(",", ENGINES))));
    Process image =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(image.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = image.waitFor();
    assumeTrue(exit != CANNOT_RUN, out);
    for (String engine : ENGINES) {
      assertThat(out).containsPattern("(?m)^ *(none +)?" + engine + " +[0-9]");
    }
    assertThat(out).contains("unsupported").contains("memory cannot be limited");
  }
}
