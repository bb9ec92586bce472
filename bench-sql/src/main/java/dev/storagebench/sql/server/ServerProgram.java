package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.workspace.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

/**
 * A server's program and how to run it on a home folder, which contains {@code data}, initialised
 * at the first start, and {@code server.log}. {@link ServerProcess} describes how it ends.
 */
abstract sealed class ServerProgram permits MysqlServer, PostgresqlServer {
  /** The name of the data folder in the home. */
  public static final String DATA = "data";

  final ServerInstall install;
  final ServerOptions options;

  ServerProgram(ServerInstall install, ServerOptions options) {
    this.install = install;
    this.options = options;
  }

  /** The command that fills an empty data folder. */
  abstract List<String> initialise(Path data, Path temporary) throws IOException;

  /** The server on its data folder. */
  abstract ServerProcess.Launch launch(Path data, Endpoint endpoint, Path socketFolder)
      throws IOException;

  /** Starts it, and returns once it accepts statements. */
  final ServerProcess start(Path home, String password) {
    try {
      Path absolute = home.toRealPath();
      Path log = absolute.resolve("server.log");
      Path data = dataFolder(absolute, log);
      String name = String.valueOf(install.program().getFileName());
      return ServerProcess.start(
          new ServerProcess.Identity(name, install.family(), absolute, log),
          password,
          options,
          (endpoint, socketFolder) -> launch(data, endpoint, socketFolder));
    } catch (IOException e) {
      throw new EngineException(
          "cannot start %s in %s: %s".formatted(install.program(), home, e), e);
    }
  }

  /** The data folder below a home, initialised first if it does not exist. */
  private Path dataFolder(Path home, Path log) throws IOException {
    Path data = home.resolve(DATA);
    if (!Files.exists(data)) {
      Path partial = home.resolve("data.initialising");
      StoreFolder.delete(partial); // left by a process that died
      Files.createDirectories(partial);
      int exit;
      try (TemporaryFolder.Scratch temporary =
          new TemporaryFolder.Scratch(TemporaryFolder.create("s"))) {
        Process process =
            ChildProcess.start(List.of(), initialise(partial, temporary.path()), log, "");
        exit = ChildProcess.waitFor(process, "the initialisation of " + data);
      }
      if (exit != 0) {
        throw new EngineException(
            "%s could not initialise %s (exit code %d); its log:\n%s"
                .formatted(install.program().getFileName(), data, exit, ChildProcess.tail(log)));
      }
      Files.move(partial, data, StandardCopyOption.ATOMIC_MOVE);
    }
    // A copied store has lost its permissions, and the folder contains private keys.
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    return data;
  }

  /** A command line of several parts. */
  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  static List<String> joined(List<String>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).toList();
  }
}
