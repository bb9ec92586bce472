package dev.storagebench.core.doctor;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Whether another JMH is measuring: it holds a lock on {@code jmh.lock} in the temporary folder.
 */
final class JmhLock {
  private static final String SUBJECT = "JMH lock";

  private JmhLock() {}

  static Finding finding(Path temporary) {
    Path file = temporary.resolve("jmh.lock");
    if (!Files.exists(file)) {
      return free();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock()) {
      return lock == null ? held(file) : free();
    } catch (OverlappingFileLockException inThisProcess) {
      return held(file);
    } catch (IOException e) {
      return Finding.warn(
          SUBJECT,
          "%s cannot be locked (%s): JMH will refuse to start".formatted(file, e),
          "delete it, or name another temporary folder with -Djava.io.tmpdir=FOLDER");
    }
  }

  private static Finding free() {
    return Finding.ok(SUBJECT, "no other JMH is measuring");
  }

  private static Finding held(Path file) {
    return Finding.warn(
        SUBJECT, "another JMH is measuring: it holds " + file, "wait until it has finished");
  }
}
