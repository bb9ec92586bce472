package dev.storagebench.sql.server;

import dev.storagebench.sql.server.ServerInstall.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** A MySQL or MariaDB server. */
public final class MysqlServer extends ServerProgram {
  /** The only account. */
  public static final String USER = "root";

  private final String password;

  private MysqlServer(ServerInstall install, ServerOptions options, String password) {
    super(install, options);
    this.password = password;
  }

  /**
   * Starts a server and returns once it accepts connections.
   *
   * @param home an existing folder, empty or left by an earlier server
   * @throws dev.storagebench.core.engine.EngineException if it does not start, with the end of its
   *     log; or if another JVM that is alive runs a server there
   */
  public static ServerProcess start(ServerInstall install, Path home, ServerOptions wanted) {
    ServerOptions options =
        install.supportsSocketLogin() ? wanted : wanted.withListen(ServerOptions.Listen.LOOPBACK);
    String password = newPassword();
    return new MysqlServer(install, options, password).start(home, password);
  }

  @Override
  List<String> initialise(Path data, Path temporary) throws IOException {
    return install.family() == Family.MYSQL
        ? joined(command(data, temporary), List.of("--initialize-insecure"))
        : joined(
            List.of(
                // The script passes on no option for it that contains a space.
                "env",
                "TMPDIR=" + temporary,
                install.installScript().toString(),
                "--no-defaults",
                "--basedir=" + install.base(),
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"),
            asRoot(data));
  }

  /** The start of every command line of mysqld: none of the machine's options, and this folder. */
  private List<String> command(Path data, Path temporary) throws IOException {
    return joined(
        List.of(
            install.program().toString(),
            "--no-defaults",
            "--basedir=" + install.base(),
            "--datadir=" + data,
            // MariaDB deletes the temporary tables of all servers that share one, at its start.
            "--tmpdir=" + temporary,
            // Statements neither read nor write files; with MariaDB, which knows no NULL,
            // those of this folder. MySQL's distributions compile one in, without which mysqld
            // does not start elsewhere.
            "--secure-file-priv=" + (install.family() == Family.MYSQL ? "NULL" : temporary)),
        asRoot(data));
  }

  /** mysqld runs as root only with this option. */
  private static List<String> asRoot(Path data) throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(data, "unix:uid"))
        ? List.of("--user=root")
        : List.of();
  }

  @Override
  ServerProcess.Launch launch(Path data, Endpoint endpoint, Path socketFolder) throws IOException {
    List<String> own =
        List.of(
            // The default is a name in /tmp that a second server would fight for.
            "--socket=" + socketFolder.resolve(ServerProcess.SOCKET),
            "--pid-file=" + socketFolder.resolve("pid"),
            "--loose-mysqlx=OFF",
            "--skip-log-bin",
            // The password comes through a pipe: it is in no file and on no command line.
            "--init-file=/dev/stdin");
    return new ServerProcess.Launch(
        joined(command(data, socketFolder), own, endpoint.variables(), options.variables()),
        setPassword());
  }

  private String setPassword() {
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
