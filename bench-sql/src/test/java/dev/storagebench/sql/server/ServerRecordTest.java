package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
final class ServerRecordTest {
  @TempDir Path folder;

  @Test
  void aReusedProcessIdIsNeverKilled() throws Exception {
    // A process that even has the server's name, but was started at another time.
    Path program = Files.copy(Path.of("/bin/sleep"), folder.resolve("mysqld"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process stranger = new ProcessBuilder(program.toString(), "60").start();
    try {
      Path note = folder.resolve("server.properties");
      ServerRecord.write(folder, stranger.toHandle(), program, folder);
      String written = Files.readString(note);
      Files.writeString(
          note,
          written
              .replaceAll("server.startedMillis=\\d+", "server.startedMillis=1000")
              .replaceAll("owner.pid=\\d+", "owner.pid=999999999"));
      ServerRecord.sweep(folder);
      assertThat(stranger.isAlive()).isTrue();
      assertThat(note).doesNotExist();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void aFolderThatIsNoSocketFolderIsNeverRemoved() throws Exception {
    Path precious = Files.createDirectory(folder.resolve("precious"));
    Files.writeString(
        folder.resolve("server.properties"), "server.pid=999999999\nsocketFolder=" + precious);
    ServerRecord.sweep(folder);
    assertThat(precious).exists();
  }

  @Test
  void aHalfWrittenNoteIsRemoved() throws Exception {
    Path note = folder.resolve("server.properties");
    Files.writeString(note, "server.pid=");
    ServerRecord.sweep(folder);
    assertThat(note).doesNotExist();
  }
}
