package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Availability;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class ServerCheckTest {
  private static final Path MYSQLD = Path.of("/some/bin/mysqld");

  @Test
  void readsTheVersionOfTheRealServer() throws Exception {
    Path mysqld = RealServer.mysql().program();
    assertThat(ServerCheck.run(mysqld, ServerInstall.Family.MYSQL))
        .isEqualTo(new Availability.Available("8.0.33", mysqld.toString()));
  }

  @Test
  void namesTheLibraryThatIsMissingAndItsPackage() {
    Availability judged =
        ServerCheck.parse(
            MYSQLD,
            127,
            MYSQLD
                + ": error while loading shared libraries: libaio.so.1: cannot open shared object"
                + " file: No such file or directory");
    assertThat(((Availability.Unsupported) judged).message())
        .contains("libaio.so.1", "apt-get install libaio1 libnuma1");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theRealLoadersErrorIsUnderstood(@TempDir Path folder) throws Exception {
    Path real = RealServer.mysql().program();
    Files.createDirectory(folder.resolve("bin"));
    // A copy without lib/private beside it.
    Path mysqld = Files.copy(real, folder.resolve("bin/mysqld"));
    assertThat(mysqld.toFile().setExecutable(true)).isTrue();
    Availability judged = ServerCheck.run(mysqld, ServerInstall.Family.MYSQL);
    assertThat(judged).isInstanceOf(Availability.Unsupported.class);
    assertThat(((Availability.Unsupported) judged).reason())
        .containsPattern("cannot load lib(crypto|ssl|protobuf-lite)");
  }

  @Test
  void aFileThatIsNoProgramIsUnsupported(@TempDir Path folder) throws Exception {
    assertThat(ServerCheck.run(folder.resolve("mysqld"), ServerInstall.Family.MYSQL))
        .isInstanceOf(Availability.Unsupported.class);
  }
}
