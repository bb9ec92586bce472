package dev.storagebench.core.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphansTest {
  @TempDir private Path folder = Path.of("");

  /** A JVM that waits for the end of its input. */
  private static Process waiting(String run) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-D" + Orphans.RUN_PROPERTY + "=" + run,
            "-cp",
            System.getProperty("java.class.path"),
            Waiting.class.getName())
        .start();
  }

  /** What that JVM runs. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
      System.out.write('x');
      System.out.flush();
      int end = System.in.read();
      System.exit(end);
    }
  }

  @Test
  void onlyForksOfTheRunAreEnded() throws Exception {
    Process own = waiting(folder.toString());
    Process other = waiting(folder + "-other");
    try {
      assertThat(own.getInputStream().read()).isEqualTo('x');
      assertThat(other.getInputStream().read()).isEqualTo('x');
      assertThat(Orphans.end(folder.toString())).isEqualTo(1);
      assertThat(own.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(other.isAlive()).isTrue();
      assertThat(Orphans.end(folder.toString())).isZero();
    } finally {
      own.destroyForcibly();
      other.destroyForcibly();
    }
  }
}
