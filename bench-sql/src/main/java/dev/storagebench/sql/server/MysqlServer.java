package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A running MySQL server that belongs to this object.
 *
 * <p>Its home folder holds {@code data}, {@code server.log} and, while it runs, {@code
 * server.properties}. It ends with {@link #close}, at the latest with the JVM; one that outlives a
 * killed JVM all the same (where there is no {@code setpriv}) is ended by the next start on its
 * folder.
 */
public final class MysqlServer implements AutoCloseable {
  /** The only account there is. */
  public static final String USER = "root";

  private static final int PORT_ATTEMPTS = 5;
  private static final int LINES_OF_LOG = 15;
  private static final Duration GREETING_WITHIN = Duration.ofMillis(500);

  private final String program;
  private final Path home;
  private final Path log;
  private final Path socketFolder;
  private final Endpoint endpoint;
  private final String password;
  private final ServerOptions options;
  private final OwnedProcess process;
  private final Thread atExit;

  private MysqlServer(
      Path program,
      Path home,
      Path log,
      Path socketFolder,
      Endpoint endpoint,
      String password,
      ServerOptions options,
      OwnedProcess process) {
    this.program = String.valueOf(program.getFileName());
    this.home = home;
    this.log = log;
    this.socketFolder = socketFolder;
    this.endpoint = endpoint;
    this.password = password;
    this.options = options;
    this.process = process;
    this.atExit = new Thread(this::stopQuietly, "stop-server-" + process.handle().pid());
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
      ServerRecord.sweep(absolute);
      Path log = absolute.resolve("server.log");
      Files.deleteIfExists(log);
      Path data = DataFolder.in(absolute, install, log);
      for (int attempt = 1; ; attempt++) {
        Path socketFolder = SocketFolder.create();
        MysqlServer server = launch(install, absolute, data, log, socketFolder, options);
        try {
          server.awaitReady();
          Runtime.getRuntime().addShutdownHook(server.atExit);
          return server;
        } catch (EngineException | InterruptedException e) {
          server.killAndTidy();
          if (attempt == PORT_ATTEMPTS || !server.lostItsPort()) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      throw new EngineException(
          "cannot start %s on %s: %s".formatted(install.program(), home, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while a server started on " + home, e);
    }
  }

  private static MysqlServer launch(
      ServerInstall install,
      Path home,
      Path data,
      Path log,
      Path socketFolder,
      ServerOptions options)
      throws IOException {
    Endpoint endpoint =
        switch (options.listen()) {
          case UNIX_SOCKET -> new Endpoint.UnixSocket(SocketFolder.socketIn(socketFolder));
          case LOOPBACK -> Endpoint.Loopback.free();
        };
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
    String password = newPassword();
    OwnedProcess process =
        OwnedProcess.start(options.launcher(), command, log, install.setPassword(USER, password));
    ServerRecord.write(home, process.handle(), socketFolder);
    return new MysqlServer(
        install.program(), home, log, socketFolder, endpoint, password, options, process);
  }

  private static String newPassword() {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().encodeToString(random);
  }

  private void awaitReady() throws InterruptedException {
    long deadline = System.nanoTime() + options.readyWithin().toNanos();
    while (!endpoint.greets(GREETING_WITHIN)) {
      if (!process.isAlive()) {
        throw new EngineException(
            "%s ended with exit code %d instead of starting on %s; its log:\n%s"
                .formatted(program, process.exitValue(), home, LogTail.errors(log, LINES_OF_LOG)));
      }
      if (System.nanoTime() > deadline) {
        throw new EngineException(
            "%s was not ready on %s within %s; the end of its log:\n%s"
                .formatted(program, home, options.readyWithin(), LogTail.of(log, LINES_OF_LOG)));
      }
      Thread.sleep(10);
    }
  }

  private boolean lostItsPort() {
    return endpoint instanceof Endpoint.Loopback
        && LogTail.text(log).contains("Address already in use");
  }

  /** Where it listens. */
  public Endpoint endpoint() {
    return endpoint;
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
    return process.isAlive()
        ? Optional.empty()
        : Optional.of(
            "%s on %s ended with exit code %d; the end of its log:\n%s"
                .formatted(program, home, process.exitValue(), LogTail.of(log, LINES_OF_LOG)));
  }

  /** Its data folder. */
  public Path data() {
    return home.resolve("data");
  }

  /** Its error log. */
  public Path log() {
    return log;
  }

  /**
   * Stops the server cleanly.
   *
   * @throws EngineException if it had to be killed, or had ended by itself; the data is recovered
   *     by the next start
   */
  @Override
  public void close() {
    removeHook();
    boolean alive = process.isAlive();
    boolean clean = false;
    try {
      clean = process.terminate(options.stopWithin());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      killAndTidy();
    }
    if (!alive || !clean || process.exitValue() != 0) {
      throw new EngineException(
          "%s on %s %s; the end of its log:\n%s"
              .formatted(
                  program,
                  home,
                  alive && !clean
                      ? "did not stop within %s and was killed".formatted(options.stopWithin())
                      : "ended with exit code " + process.exitValue(),
                  LogTail.of(log, LINES_OF_LOG)));
    }
  }

  /** Ends the server at once, as a crash does; the next start recovers its data. */
  public void kill() {
    removeHook();
    killAndTidy();
  }

  private void killAndTidy() {
    process.kill();
    try {
      ServerRecord.remove(home);
      StoreFolder.delete(socketFolder);
    } catch (IOException e) {
      throw new EngineException("cannot remove what the server left: " + e, e);
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException theHookIsAboutToRun) {
      return;
    }
  }

  private void stopQuietly() {
    try {
      process.terminate(options.stopWithin());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    killAndTidy();
  }
}
