package dev.storagebench.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.result.CellResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForkWatchIT {
  private static final Duration LONG = Duration.ofMinutes(10);

  private Process child;

  /** A JVM whose benchmark thread waits for something that never comes. */
  public static final class Hanging {
    private Hanging() {}

    /** Hangs. */
    public static void main(String[] arguments) throws InterruptedException {
      Thread worker = new Thread(Hanging::waitForever, "PointRead.get-jmh-worker-1");
      worker.start();
      worker.join();
    }

    private static void waitForever() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux's /proc");
    child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Hanging.class.getName())
            .start();
  }

  @AfterEach
  void end() {
    if (child != null) {
      child.destroyForcibly();
    }
  }

  private ForkWatch watch(Duration limit) {
    return ForkWatch.start(() -> Optional.of(child.toHandle()), limit);
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + child.pid()).start().waitFor();
  }

  @Test
  void aForkThatHangsIsEndedWithTheStackOfItsBenchmarkThread() throws InterruptedException {
    assumeTrue(
        Files.exists(Path.of(System.getProperty("java.home"), "bin", "jcmd")), "needs a JDK");
    ForkWatch watch = watch(Duration.ofSeconds(3));
    try (watch) {
      assertThat(child.waitFor()).isNotZero();
    }
    assertThat(watch.hang())
        .contains("no result within 3 s", "ForkWatchIT$Hanging.waitForever", "futex")
        .hasLineCount(1);
    assertThat(watch.stacks())
        .contains("thread " + child.pid() + " java, State:", "jmh-worker-1", "VM Thread");
  }

  @Test
  void aForkThatIsStoppedForGoodIsEnded() throws Exception {
    ForkWatch watch = watch(Duration.ofSeconds(2));
    try (watch) {
      signal("STOP");
      assertThat(child.waitFor()).isNotZero();
    }
    assertThat(watch.hang()).contains("it was stopped (SIGSTOP)");
  }

  @Test
  void aForkThatWasStoppedForAWhileIsMarked() throws Exception {
    ForkWatch watch = watch(LONG);
    try (watch) {
      signal("STOP");
      Thread.sleep(4_000);
      signal("CONT");
    }
    assertThat(watch.hang()).isNull();
    assertThat(watch.figures())
        .filteredOn(each -> each.getLabel().equals(CellResult.STOPPED))
        .singleElement()
        .satisfies(each -> assertThat(each.getScore()).isGreaterThan(1));
  }

  @Test
  void aForkThatOnlyWaitsIsNotMarkedAsStopped() throws Exception {
    ForkWatch watch = watch(LONG);
    try (watch) {
      Thread.sleep(3_000);
    }
    assertThat(child.isAlive()).isTrue();
    assertThat(watch.hang()).isNull();
    assertThat(watch.figures()).noneMatch(each -> each.getLabel().equals(CellResult.STOPPED));
  }
}
