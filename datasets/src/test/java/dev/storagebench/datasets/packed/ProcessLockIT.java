package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLockIT {
  @TempDir private Path folder;

  /** Another process: prints whether it got the lock. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(ProcessLock.tryTake(Path.of(arguments[0])).isPresent());
    }
  }

  /** Another process that removes what dead ones have left, and prints what it would not find. */
  static final class Sweep {
    private Sweep() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println("begins");
      while (System.in.available() == 0) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(arguments[0]))) {
          for (Path file : files) {
            if (!file.toString().endsWith(".lock")) {
              System.out.println(file);
            }
            Optional<ProcessLock> dead = ProcessLock.ofDead(file);
            if (dead.isPresent()) {
              Files.delete(file);
              dead.get().close();
            }
          }
        } catch (NoSuchFileException removedByItsProcess) {
          Thread.onSpinWait();
        }
      }
      System.out.println("ends");
    }
  }

  private static boolean otherGets(Path file) throws IOException {
    Process other = start(Other.class, file);
    return Boolean.parseBoolean(other.inputReader().readLine());
  }

  private static Process start(Class<?> main, Path argument) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            argument.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
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

  /**
   * Whenever its process dies, a sweep finds its file; and it is not lost to one while it lives.
   */
  @Test
  void isFoundAndKeptFromTheFirstMoment() throws Exception {
    Process sweep = start(Sweep.class, folder);
    try {
      BufferedReader out = sweep.inputReader();
      assertThat(out.readLine()).isEqualTo("begins");
      for (int i = 0; i < 5_000; i++) {
        Path file = folder.resolve(i + ".lock");
        try (ProcessLock held = ProcessLock.create(file)) {
          assertThat(held).isNotNull();
          assertThat(file).exists();
          Files.delete(file);
        }
      }
      sweep.getOutputStream().write('\n');
      sweep.getOutputStream().flush();
      assertThat(out.readLine()).isEqualTo("ends");
    } finally {
      sweep.destroyForcibly();
    }
  }
}
