package dev.storagebench.sql.server;

import java.util.List;

/**
 * How to run a server.
 *
 * @param variables server variables as on mysqld's command line, {@code
 *     --innodb-buffer-pool-size=…}
 * @param launcher prefix of mysqld's command line, for example to enter a cgroup; it must {@code
 *     exec} its arguments, so that the process remains the same
 */
public record ServerOptions(List<String> variables, Listen listen, List<String> launcher) {

  /** Kind of socket on which a server listens. */
  public enum Listen {
    UNIX_SOCKET,
    LOOPBACK
  }

  public ServerOptions {
    variables = List.copyOf(variables);
    launcher = List.copyOf(launcher);
  }

  /** A server with these variables on a Unix socket. */
  public static ServerOptions of(List<String> variables) {
    return new ServerOptions(variables, Listen.UNIX_SOCKET, List.of());
  }

  /** These options with another way to listen. */
  public ServerOptions withListen(Listen other) {
    return new ServerOptions(variables, other, launcher);
  }

  /** These options with another launcher. */
  public ServerOptions withLauncher(List<String> other) {
    return new ServerOptions(variables, listen, other);
  }
}
