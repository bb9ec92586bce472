package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What another user of the machine, {@code nobody}, can do to a server while it runs. */
final class StrangersIT {
  private static final String NOBODY = "65534";

  @TempDir Path folder;

  private ServerProcess start(String server) {
    return server.equals("mysql")
        ? MysqlServer.start(RealServer.mysql(), folder, ServerOptions.of(List.of()))
        : PostgresqlServer.start(RealServer.postgresql(), folder, ServerOptions.of(List.of()));
  }

  private static Program.Output asNobody(String... command) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    words.addAll(List.of(command));
    return Program.output(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "postgresql"})
  void nobodyReachesItsSocketItsFilesOrItsProcess(String name) throws IOException {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Program.succeeds("setpriv", "--version"),
        "only root becomes another user");
    try (ServerProcess server = start(name)) {
      String pid = Long.toString(server.process().pid());
      Path socketFolder = server.endpoint().socket().orElseThrow().getParent();
      List<List<String>> attempts =
          List.of(
              List.of("cat", "/proc/" + pid + "/environ"),
              List.of("sh", "-c", "kill -0 " + pid),
              List.of("ls", socketFolder.toString()),
              List.of("ls", folder.toString()),
              List.of("head", "-c", "1", folder.resolve("server.log").toString()));
      assertThat(asNobody("true").exit()).isZero();
      for (List<String> each : attempts) {
        assertThat(asNobody(each.toArray(String[]::new)).exit()).as("%s", each).isNotZero();
      }
      if (!server.password().isEmpty()) {
        assertThat(asNobody("cat", "/proc/" + pid + "/cmdline").text())
            .doesNotContain(server.password());
      }
    }
  }
}
