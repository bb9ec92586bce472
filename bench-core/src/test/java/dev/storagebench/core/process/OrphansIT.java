package dev.storagebench.core.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OrphansIT {
  /** A JVM that waits for the end of its input. */
  private static Process waiting(ProcessMark owner) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Orphans.flag(owner),
            "-cp",
            System.getProperty("java.class.path"),
            Waiting.class.getName())
        .start();
  }

  /** Main class of that JVM. */
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
  void onlyForksOfDeadRunsAreEnded() throws Exception {
    ProcessMark self = ProcessMark.self();
    // A process with another start had this number before.
    Process orphan = waiting(new ProcessMark(self.realm(), self.pid(), 1));
    Process own = waiting(self);
    Process elsewhere = waiting(new ProcessMark("1." + self.realm(), self.pid(), 1));
    List<Process> all = List.of(orphan, own, elsewhere);
    try {
      for (Process each : all) {
        assertThat(each.getInputStream().read()).isEqualTo('x');
      }
      assertThat(Orphans.end()).isEqualTo(1);
      assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(own.isAlive()).isTrue();
      assertThat(elsewhere.isAlive()).isTrue();
      assertThat(Orphans.end()).isZero();
    } finally {
      all.forEach(Process::destroyForcibly);
    }
  }

  /** A program that outlives the fork that started it, and keeps the fork's output open. */
  private static ProcessHandle left(ProcessMark owner, String fork) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!");
    Orphans.mark(builder.environment(), owner, fork);
    Process parent = builder.start();
    long child = Long.parseLong(parent.inputReader().readLine());
    parent.waitFor();
    ProcessHandle handle = ProcessHandle.of(child).orElseThrow();
    // While it becomes another program it has no environment.
    while (!handle.info().command().orElse("").endsWith("sleep")) {
      Thread.sleep(10);
    }
    return handle;
  }

  @Test
  void whatAForkHasStartedEndsWithItOrWithTheNextRun() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/environ")), "no environments are seen here");
    ProcessMark self = ProcessMark.self();
    ProcessHandle first = left(self, "-Dfork=1");
    ProcessHandle second = left(self, "-Dfork=12");
    ProcessHandle orphan = left(new ProcessMark(self.realm(), self.pid(), 1), "-Dfork=3");
    try {
      Orphans.endChildren("-Dfork=1");
      assertThat(first.isAlive()).isFalse();
      assertThat(second.isAlive()).isTrue();
      // Unless another run that begins meanwhile has.
      assertThat(Orphans.end()).isLessThanOrEqualTo(1);
      assertThat(orphan.isAlive()).isFalse();
      assertThat(second.isAlive()).isTrue();
    } finally {
      second.destroyForcibly();
    }
  }
}
