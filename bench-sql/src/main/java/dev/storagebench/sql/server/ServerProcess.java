package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.process.Signal;
import dev.storagebench.core.workspace.TemporaryFolder;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A child process that accepts statements: a server, or a proxy in front of servers.
 *
 * <p>It runs in a home folder, which contains its log and, while it runs, {@code
 * server.properties}. It ends with {@link #close}, at the latest with the JVM; one that outlives a
 * killed JVM (where {@code setpriv} is missing) is killed by the next start in its folder.
 */
public final class ServerProcess implements AutoCloseable {
  /** The name of the socket in its folder. */
  static final String SOCKET = "sock";

  // Of the start, including crash recovery, and of a clean shutdown.
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);
  private static final int ATTEMPTS = 50;
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);
  private static final Duration GREETING_WITHIN = Duration.ofMillis(500);
  private static final int ENDED_BY_SIGTERM = 128 + 15;
  private static final int KILLED = 128 + 9;
  private static final Duration DYING = Duration.ofMillis(500);

  private final Identity identity;
  private final String password;
  private final Path socketFolder;
  private final Endpoint endpoint;
  private final Process process;
  private final Thread atExit;
  private SharedMemory shared;

  private ServerProcess(
      Identity identity, String password, Path socketFolder, Endpoint endpoint, Process process) {
    this.identity = identity;
    this.password = password;
    this.socketFolder = socketFolder;
    this.endpoint = endpoint;
    this.process = process;
    this.shared = SharedMemory.parse(process.pid(), "");
    this.atExit = new Thread(this::terminate, "stop-server-" + process.pid());
  }

  /**
   * Properties that remain the same in all attempts to start a process.
   *
   * @param name for messages
   * @param family whose protocol it speaks
   * @param home an existing folder, as an absolute path
   * @param log a file in the home, replaced
   */
  public record Identity(String name, Family family, Path home, Path log) {}

  /**
   * Command to run.
   *
   * @param input standard input of the process: the place for passwords
   */
  public record Launch(List<String> command, String input) {}

  /** Builds the command for an endpoint; called for each attempt to start. */
  @FunctionalInterface
  public interface Launcher {
    /**
     * The command.
     *
     * @param socketFolder a private folder with a short path, deleted when the process has ended
     */
    Launch at(Endpoint endpoint, Path socketFolder) throws IOException;
  }

  /**
   * Starts a process and returns once it accepts connections.
   *
   * @param password the password of the server's only account, for clients; empty for none
   * @param options its variables are ignored
   * @throws EngineException if it does not start, with the end of its log; or if another JVM that
   *     is alive runs a process there
   */
  public static ServerProcess start(
      Identity identity, String password, ServerOptions options, Launcher launcher) {
    Path home = identity.home;
    try {
      ServerRecord.sweep(home);
      for (int attempt = 1; ; attempt++) {
        Files.deleteIfExists(identity.log);
        Path socketFolder = TemporaryFolder.create("s");
        Endpoint endpoint =
            switch (options.listen()) {
              case UNIX_SOCKET -> Endpoint.at(socketFolder.resolve(SOCKET));
              case LOOPBACK -> Endpoint.freePort();
            };
        Launch launch = launcher.at(endpoint, socketFolder);
        Process process =
            ChildProcess.start(options.launcher(), launch.command(), identity.log, launch.input());
        ServerProcess server =
            new ServerProcess(identity, password, socketFolder, endpoint, process);
        try {
          ServerRecord.write(home, process.toHandle(), server.shared);
          server.awaitReady();
          server.shared = SharedMemory.of(process.pid());
          ServerRecord.write(home, process.toHandle(), server.shared);
          Runtime.getRuntime().addShutdownHook(server.atExit);
          return server;
        } catch (EngineException | InterruptedException | IOException e) {
          server.killAndTidy();
          if (attempt == ATTEMPTS || !server.mayStartLater()) {
            throw e;
          }
          Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
        }
      }
    } catch (IOException e) {
      throw new EngineException("cannot start %s in %s: %s".formatted(identity.name, home, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          "interrupted while %s started in %s".formatted(identity.name, home), e);
    }
  }

  /**
   * Ends what a dead JVM has left running on a folder, and what it left in the system.
   *
   * @throws EngineException if a JVM that is alive uses the folder
   */
  public static void endOrphan(Path home) throws IOException {
    ServerRecord.sweep(home);
  }

  private void awaitReady() throws InterruptedException {
    long deadline = System.nanoTime() + TIME_LIMIT.toNanos();
    while (!isReady()) {
      if (!process.isAlive()) {
        throw new EngineException(ended(ending() + " instead of starting"));
      }
      if (System.nanoTime() > deadline) {
        throw new EngineException(ended("was not ready within " + TIME_LIMIT));
      }
      Thread.sleep(10);
    }
  }

  private boolean isReady() throws InterruptedException {
    return switch (identity.family) {
      case MYSQL, MARIADB -> endpoint.greets(GREETING_WITHIN);
      case POSTGRESQL -> ChildProcess.end(identity.log).contains("ready to accept connections");
    };
  }

  /** Whether another process took its port, or processes of a killed PostgreSQL still end. */
  private boolean mayStartLater() {
    String end = ChildProcess.end(identity.log);
    return end.contains("Address already in use")
        || end.contains("pre-existing shared memory block");
  }

  /** Address on which it listens. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** Its folder. */
  public Path home() {
    return identity.home;
  }

  /** The password of the server's only account, valid while it runs. Must not be shown. */
  public String password() {
    return password;
  }

  /** The process, to account for its memory, CPU and I/O. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /**
   * How it ended, with the end of its log; empty while it runs. To be asked after a failure: its
   * connections break a moment before the process is gone.
   */
  public Optional<String> death() {
    return endsWithin(DYING) ? Optional.of(ended(ending())) : Optional.empty();
  }

  /** Waits for its end; false if it still runs then, or this thread is interrupted. */
  private boolean endsWithin(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private String ended(String how) {
    return "%s in %s %s; its log:\n%s"
        .formatted(identity.name, identity.home, how, ChildProcess.tail(identity.log));
  }

  private String ending() {
    int exit = process.exitValue();
    return exit == KILLED
        ? "was killed (SIGKILL), by hand or by the kernel's out-of-memory killer"
        : "ended with exit code " + exit;
  }

  /**
   * Stops it cleanly.
   *
   * @throws EngineException if it had to be killed or had ended by itself; the next start of a
   *     server recovers the data
   */
  @Override
  public void close() {
    removeHook();
    boolean alive = process.isAlive();
    boolean clean = terminate();
    int exit = process.exitValue();
    if (!alive || !clean || (exit != 0 && exit != ENDED_BY_SIGTERM)) {
      throw new EngineException(
          ended(
              alive && !clean
                  ? "did not stop within %s and was killed".formatted(TIME_LIMIT)
                  : ending()));
    }
  }

  /** Asks the process to end, and waits; false if it had to be killed. */
  private boolean terminate() {
    switch (identity.family) {
      case MYSQL, MARIADB -> process.destroy();
      // Asked by SIGTERM, it would wait until all its clients have left.
      case POSTGRESQL -> {
        if (!Signal.INT.send(process.toHandle())) {
          process.destroy();
        }
      }
    }
    boolean clean = endsWithin(TIME_LIMIT);
    killAndTidy();
    return clean;
  }

  /** Kills it, as a crash does. */
  public void kill() {
    removeHook();
    killAndTidy();
  }

  private void killAndTidy() {
    ChildProcess.kill(process);
    try {
      shared.remove();
      ServerRecord.remove(identity.home);
      StoreFolder.delete(socketFolder);
    } catch (IOException e) {
      throw new EngineException("cannot clean up after %s: %s".formatted(identity.name, e), e);
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException theHookIsAboutToRun) {
      // It ends the process as well.
    }
  }
}
