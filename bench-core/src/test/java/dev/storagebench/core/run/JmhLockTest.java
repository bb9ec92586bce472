package dev.storagebench.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhLockTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void itsHolderIsNamedWithTheTimeOfItsStart() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/locks")), "this system does not list locks");
    Path file = folder.resolve("jmh.lock");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(JmhLock.holder(file)).isEqualTo("another JMH run holds " + file);
      channel.lock();
      assertThat(JmhLock.holder(file))
          .startsWith(
              "another JMH run holds %s: process %d, running since "
                  .formatted(file, ProcessHandle.current().pid()));
    }
  }
}
