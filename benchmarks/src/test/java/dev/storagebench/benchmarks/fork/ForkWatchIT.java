package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.process.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForkWatchIT {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration PERIOD = Duration.ofMillis(50);

  private Process child;

  /** A JVM whose benchmark thread waits for something that never comes. */
  public static final class Hanging {
    private Hanging() {}

    /** Hangs. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
      new ProcessBuilder("sleep", "600").start();
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
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly();
    }
  }

  private ForkWatch watch(Duration limit) {
    return new ForkWatch(child.toHandle(), limit, PERIOD);
  }

  private ProcessHandle server() throws InterruptedException {
    while (child.descendants().findAny().isEmpty()) {
      Thread.sleep(10);
    }
    return child.descendants().findAny().orElseThrow();
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
    assertThat(watch.stacks()).contains("jmh-worker-1", "VM Thread");
  }

  @Test
  void aForkThatIsStoppedForGoodIsEnded() throws Exception {
    ForkWatch watch = watch(Duration.ofSeconds(2));
    try (watch) {
      Signal.STOP.send(child.toHandle());
      assertThat(child.waitFor()).isNotZero();
    }
    assertThat(watch.hang()).contains("java (process " + child.pid() + ") was stopped (SIGSTOP)");
  }

  @Test
  void aForkThatWasStoppedForAWhileIsMarked() throws Exception {
    ForkWatch watch = watch(LONG);
    try (watch) {
      Signal.STOP.send(child.toHandle());
      Thread.sleep(10 * PERIOD.toMillis());
      Signal.CONT.send(child.toHandle());
    }
    assertThat(watch.hang()).isNull();
    assertThat(watch.figures())
        .filteredOn(each -> each.name().equals(CellResult.STOPPED))
        .singleElement()
        .satisfies(each -> assertThat(each.value()).isGreaterThan(2e-9 * PERIOD.toNanos()));
  }

  @Test
  void aForkWhoseServerWasStoppedForAWhileIsMarked() throws Exception {
    ProcessHandle server = server();
    ForkWatch watch = watch(LONG);
    try (watch) {
      Signal.STOP.send(server);
      Thread.sleep(10 * PERIOD.toMillis());
      Signal.CONT.send(server);
    }
    assertThat(watch.hang()).isNull();
    assertThat(watch.figures()).extracting(each -> each.name()).contains(CellResult.STOPPED);
  }

  @Test
  void aServerThatIsStoppedForGoodIsNamed() throws Exception {
    ProcessHandle server = server();
    ProcessMark mark = ProcessMark.of(server);
    ForkWatch watch = watch(Duration.ofSeconds(3));
    try (watch) {
      Signal.STOP.send(server);
      assertThat(child.waitFor()).isNotZero();
    }
    assertThat(watch.hang())
        .endsWith("; sleep (process " + server.pid() + ") was stopped (SIGSTOP)");
    // Its parent is gone too: how soon it is, and whether somebody waits for it, is up to the
    // system.
    for (int i = 0; i < 1_000 && !mark.hasEnded(); i++) {
      Thread.sleep(10);
    }
    assertThat(mark.hasEnded()).isTrue();
  }

  @Test
  void aForkThatOnlyWaitsIsNotMarkedAsStopped() throws Exception {
    // A watch that is itself kept waiting takes that for a stop.
    Duration period = PERIOD.multipliedBy(5);
    ForkWatch watch = new ForkWatch(child.toHandle(), LONG, period);
    try (watch) {
      Thread.sleep(4 * period.toMillis());
    }
    assertThat(child.isAlive()).isTrue();
    assertThat(watch.hang()).isNull();
    assertThat(watch.figures()).noneMatch(each -> each.name().equals(CellResult.STOPPED));
  }
}
