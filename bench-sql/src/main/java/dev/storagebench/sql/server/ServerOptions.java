package dev.storagebench.sql.server;

import java.time.Duration;
import java.util.List;

/**
 * How to run a server.
 *
 * @param variables server variables as on mysqld's command line, {@code
 *     --innodb-buffer-pool-size=…}
 * @param listen what to listen on
 * @param launcher words put before mysqld's command line, for example to enter a cgroup; what they
 *     run must end in an {@code exec} of their arguments, so that the process remains the same
 * @param readyWithin how long the start may take, recovery after a crash included
 * @param stopWithin how long a clean stop may take, before the server is killed
 */
public record ServerOptions(
    List<String> variables,
    Listen listen,
    List<String> launcher,
    Duration readyWithin,
    Duration stopWithin) {

  /** What a server listens on. */
  public enum Listen {
    UNIX_SOCKET,
    LOOPBACK
  }

  public ServerOptions {
    variables = List.copyOf(variables);
    launcher = List.copyOf(launcher);
  }

  /** A server with these variables on a Unix socket, with two minutes to start and to stop. */
  public static ServerOptions of(List<String> variables) {
    return new ServerOptions(
        variables, Listen.UNIX_SOCKET, List.of(), Duration.ofMinutes(2), Duration.ofMinutes(2));
  }

  /** These options with another way to listen. */
  public ServerOptions withListen(Listen other) {
    return new ServerOptions(variables, other, launcher, readyWithin, stopWithin);
  }

  /** These options with another launcher. */
  public ServerOptions withLauncher(List<String> other) {
    return new ServerOptions(variables, listen, other, readyWithin, stopWithin);
  }
}
