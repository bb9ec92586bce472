package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLockTest {
  @TempDir private Path folder;

  /** Another process: prints whether it got the lock. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(ProcessLock.tryTake(Path.of(arguments[0])).isPresent());
    }
  }

  private static boolean otherGets(Path file) throws IOException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return Boolean.parseBoolean(other.inputReader().readLine());
  }

  /** The system drops a process's locks on a file with the first channel on it that is closed. */
  @Test
  void isKeptWhenAnotherThreadTriesForIt() throws Exception {
    Path file = folder.resolve("lock");
    try (ProcessLock held = ProcessLock.take(file)) {
      assertThat(held).isNotNull();
      assertThat(ProcessLock.tryTake(file)).isEmpty();
      assertThat(ProcessLock.ofDead(folder.resolve(".").resolve("lock"))).isEmpty();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  ProcessLock.take(file).close();
                } catch (IOException interrupted) {
                  return;
                }
              });
      waiting.start();
      waiting.interrupt();
      waiting.join();
      assertThat(otherGets(file)).isFalse();
    }
    assertThat(otherGets(file)).isTrue();
  }

  @Test
  void isPassedOnToAWaitingThread() throws Exception {
    Path file = folder.resolve("lock");
    CompletableFuture<Void> taken;
    try (ProcessLock held = ProcessLock.create(file)) {
      assertThat(held).isNotNull();
      taken =
          CompletableFuture.runAsync(
              () -> {
                try {
                  ProcessLock.take(file).close();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertThat(taken).isNotDone();
    }
    taken.join();
  }

  /** Nothing refers to it any more. */
  @Test
  void isHeldUntilTheProcessEndsUnlessItIsClosed() throws Exception {
    Path file = folder.resolve("lock");
    ProcessLock.create(file);
    System.gc();
    Thread.sleep(100);
    assertThat(otherGets(file)).isFalse();
  }
}
