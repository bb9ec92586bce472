package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
final class ServerRecordIT {
  @TempDir Path folder;

  @Test
  void aReusedProcessIdIsNeverKilled() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      Path note = folder.resolve("server.properties");
      ServerRecord.write(folder, stranger.toHandle(), SharedMemory.parse(stranger.pid(), ""));
      Files.writeString(
          note, Files.readString(note).replaceAll("((?:server|owner)=[^-]+-\\d+)-\\d+", "$1-1000"));
      ServerRecord.sweep(folder);
      assertThat(stranger.isAlive()).isTrue();
      assertThat(note).doesNotExist();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void sharedMemoryOfADeadServerIsRemoved() throws Exception {
    Path shared = Path.of("/dev/shm/PostgreSQL." + System.nanoTime());
    assumeTrue(Files.isWritable(shared.getParent()), "there is no /dev/shm");
    Files.createFile(shared);
    Path other = Files.createFile(Path.of(shared + "1"));
    try {
      Process server = new ProcessBuilder("sleep", "60").start();
      ServerRecord.write(
          folder, server.toHandle(), SharedMemory.parse(server.pid(), shared + ",99999999"));
      server.destroyForcibly().waitFor();
      ServerRecord.sweep(folder);
      assertThat(shared).doesNotExist();
      assertThat(other).exists();
    } finally {
      Files.deleteIfExists(shared);
      Files.deleteIfExists(other);
    }
  }

  @Test
  void aHalfWrittenNoteIsRemoved() throws Exception {
    Path note = folder.resolve("server.properties");
    Files.writeString(note, "server=");
    ServerRecord.sweep(folder);
    assertThat(note).doesNotExist();
  }
}
