package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A running MySQL server that belongs to this object. Its home folder holds {@code data} and {@code
 * server.log}; for its end see {@link ServerProcess}.
 */
public final class MysqlServer implements AutoCloseable {
  /** The only account there is. */
  public static final String USER = "root";

  private final Path data;
  private final String password;
  private final ServerProcess process;

  private MysqlServer(Path data, String password, ServerProcess process) {
    this.data = data;
    this.password = password;
    this.process = process;
  }

  /**
   * Starts a server and returns once it accepts connections.
   *
   * @param base the server's files, see {@link MysqlDistribution#provide}
   * @param home exists, and is empty or holds what an earlier server left there
   * @throws EngineException if it does not start, with the end of its log; or if another JVM that
   *     is alive runs a server there
   */
  public static MysqlServer start(Path base, Path home, ServerOptions options) {
    return start(ServerInstall.ofDistribution(base), home, options);
  }

  /** The same with a server that may be another one. */
  public static MysqlServer start(ServerInstall install, Path home, ServerOptions wanted) {
    ServerOptions options =
        install.hasNativePassword() ? wanted : wanted.withListen(ServerOptions.Listen.LOOPBACK);
    try {
      Path absolute = home.toRealPath();
      Path log = absolute.resolve("server.log");
      Path data = DataFolder.in(absolute, install, log);
      String password = newPassword();
      ServerProcess process =
          ServerProcess.start(
              String.valueOf(install.program().getFileName()),
              absolute,
              log,
              options,
              (endpoint, socketFolder) ->
                  new ServerProcess.Launch(
                      command(install, data, endpoint, socketFolder, options),
                      // Replicas have passwords of their own.
                      "SET sql_log_bin = 0;\n" + install.setPassword(USER, password)));
      return new MysqlServer(data, password, process);
    } catch (IOException e) {
      throw new EngineException(
          "cannot start %s in %s: %s".formatted(install.program(), home, e), e);
    }
  }

  private static List<String> command(
      ServerInstall install, Path data, Endpoint endpoint, Path socketFolder, ServerOptions options)
      throws IOException {
    List<String> command = DataFolder.command(install, data);
    command.addAll(
        List.of(
            // Its default socket is a name in /tmp that a second server would fight for.
            "--socket=" + SocketFolder.socketIn(socketFolder),
            "--pid-file=" + socketFolder.resolve("pid"),
            // Which only MySQL from 5.7.12 on knows.
            "--loose-mysqlx=OFF",
            "--skip-log-bin",
            // The password comes through a pipe: it is in no file and on no command line.
            "--init-file=/dev/stdin"));
    command.addAll(endpoint.variables());
    command.addAll(options.variables());
    return command;
  }

  /** A password that nobody guesses, of letters, digits, hyphens and underscores. */
  public static String newPassword() {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().encodeToString(random);
  }

  /** Where it listens. */
  public Endpoint endpoint() {
    return process.endpoint();
  }

  /** The password of {@link #USER}, valid for the life of this server. Never to be shown. */
  public String password() {
    return password;
  }

  /** The server's process, for accounting of its memory and I/O. */
  public ProcessHandle process() {
    return process.handle();
  }

  /** Says how the server ended, with the end of its log; empty while it runs. */
  public Optional<String> death() {
    return process.death();
  }

  /** Its data folder. */
  public Path data() {
    return data;
  }

  /** Its error log. */
  public Path log() {
    return process.log();
  }

  /**
   * Stops the server cleanly.
   *
   * @throws EngineException if it had to be killed, or had ended by itself; the data is recovered
   *     by the next start
   */
  @Override
  public void close() {
    process.close();
  }

  /** Ends the server at once, as a crash does; the next start recovers its data. */
  public void kill() {
    process.kill();
  }
}
