package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.store.TemporaryFolder;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Starts a MySQL or MariaDB server. Its home folder contains {@code data} and {@code server.log};
 * {@link ServerProcess} describes how it ends.
 */
public final class MysqlServer {
  /** The only account. */
  public static final String USER = "root";

  /** The name of the data folder in the home. */
  public static final String DATA = "data";

  private static final String AS_ROOT = "--user=root";

  private MysqlServer() {}

  /**
   * Starts a server and returns once it accepts connections.
   *
   * @param home an existing folder, empty or left by an earlier server
   * @throws EngineException if it does not start, with the end of its log; or if another JVM that
   *     is alive runs a server there
   */
  public static ServerProcess start(ServerInstall install, Path home, ServerOptions wanted) {
    ServerOptions options =
        install.supportsSocketLogin() ? wanted : wanted.withListen(ServerOptions.Listen.LOOPBACK);
    try {
      Path absolute = home.toRealPath();
      Path log = absolute.resolve("server.log");
      Path data = dataFolder(absolute, install, log);
      String password = newPassword();
      return ServerProcess.start(
          String.valueOf(install.program().getFileName()),
          absolute,
          log,
          password,
          options,
          (endpoint, socketFolder) ->
              new ServerProcess.Launch(
                  command(install, data, endpoint, socketFolder, options),
                  setPassword(install, password)));
    } catch (IOException e) {
      throw new EngineException(
          "cannot start %s in %s: %s".formatted(install.program(), home, e), e);
    }
  }

  /** The data folder below a home, initialised first if it does not exist. */
  private static Path dataFolder(Path home, ServerInstall install, Path log) throws IOException {
    Path data = home.resolve(DATA);
    if (!Files.exists(data)) {
      Path partial = home.resolve("data.initialising");
      StoreFolder.delete(partial); // left by a process that died
      Files.createDirectories(partial);
      int exit;
      try (TemporaryFolder.Scratch temporary = TemporaryFolder.Scratch.create("s")) {
        Process process =
            ChildProcess.start(List.of(), initialise(install, partial, temporary.path()), log, "");
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

  private static List<String> initialise(ServerInstall install, Path data, Path temporary)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (install.family() == Family.MYSQL) {
      command.addAll(command(install, data, temporary));
      command.add("--initialize-insecure");
    } else {
      command.addAll(
          List.of(
              // The script passes on no option for it that contains a space.
              "env",
              "TMPDIR=" + temporary,
              install.installScript().toString(),
              "--no-defaults",
              "--basedir=" + install.base(),
              "--datadir=" + data,
              "--auth-root-authentication-method=normal",
              "--skip-test-db"));
      command.addAll(asRoot(data));
    }
    return command;
  }

  /** The start of every command line of mysqld: none of the machine's options, and this folder. */
  private static List<String> command(ServerInstall install, Path data, Path temporary)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                install.program().toString(),
                "--no-defaults",
                "--basedir=" + install.base(),
                "--datadir=" + data,
                // MariaDB deletes the temporary tables of all servers that share one, at its start.
                "--tmpdir=" + temporary));
    // Statements neither read nor write files; with MariaDB, which knows no NULL, those of this
    // folder. MySQL's distributions compile one in, without which mysqld does not start elsewhere.
    command.add("--secure-file-priv=" + (install.family() == Family.MYSQL ? "NULL" : temporary));
    command.addAll(asRoot(data));
    return command;
  }

  /** mysqld runs as root only with this option. */
  private static List<String> asRoot(Path data) throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(data, "unix:uid"))
        ? List.of(AS_ROOT)
        : List.of();
  }

  private static List<String> command(
      ServerInstall install, Path data, Endpoint endpoint, Path socketFolder, ServerOptions options)
      throws IOException {
    List<String> command = command(install, data, socketFolder);
    command.addAll(
        List.of(
            // The default is a name in /tmp that a second server would fight for.
            "--socket=" + socketFolder.resolve(ServerProcess.SOCKET),
            "--pid-file=" + socketFolder.resolve("pid"),
            "--loose-mysqlx=OFF",
            "--skip-log-bin",
            // The password comes through a pipe: it is in no file and on no command line.
            "--init-file=/dev/stdin"));
    command.addAll(endpoint.variables());
    command.addAll(options.variables());
    return command;
  }

  private static String setPassword(ServerInstall install, String password) {
    // Not in the binary log: replicas have passwords of their own.
    return "SET sql_log_bin = 0;\nALTER USER '%s'@'localhost' IDENTIFIED %s '%s';\n"
        .formatted(
            USER,
            install.family() == Family.MYSQL && install.supportsSocketLogin()
                ? "WITH mysql_native_password BY"
                : "BY",
            password);
  }

  /** A random password of letters, digits, hyphens and underscores. */
  public static String newPassword() {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().encodeToString(random);
  }
}
