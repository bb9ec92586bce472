package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.process.Program;
import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An installed HAProxy, which forwards TCP without understanding the protocol. */
final class HaProxy {

  private HaProxy() {}

  static Availability availability() {
    Optional<Path> program =
        Program.folders()
            .map(folder -> folder.resolve("haproxy"))
            .filter(Files::isExecutable)
            .findFirst();
    if (program.isEmpty()) {
      return new Availability.Unsupported("haproxy is not installed", "apt-get install haproxy");
    }
    try {
      Program.Output output = Program.output(program.get().toString(), "-v");
      return new Availability.Available(
          output.text().lines().findFirst().orElse(""), program.get().toString());
    } catch (IOException e) {
      return new Availability.Unsupported("%s cannot be run: %s".formatted(program.get(), e), "");
    }
  }

  /**
   * The program and its version.
   *
   * @throws dev.storagebench.core.engine.EngineException if it cannot run here
   */
  static Availability.Available found() {
    return availability().orThrow("proxy=haproxy");
  }

  static ServerProcess.Launch launch(Path home, Endpoint here, ServerProcess server)
      throws IOException {
    Path file = home.resolve("haproxy.cfg");
    Files.writeString(
        file,
        """
        defaults
          mode tcp
          timeout connect 10s
          timeout client 24h
          timeout server 24h
        listen mysql
          bind %s
          server primary %s
        """
            .formatted(here.authority(), server.endpoint().authority()));
    // -db: one process, in the foreground
    return new ServerProcess.Launch(List.of(found().library(), "-db", "-f", file.toString()), "");
  }
}
