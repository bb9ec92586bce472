package dev.storagebench.sql.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A program: starts a server and waits to be killed. Its arguments are its home and the prefix of
 * its command line.
 */
public final class OrphanMaker {

  private OrphanMaker() {}

  /** Prints the server's process id. */
  public static void main(String[] arguments) throws InterruptedException {
    ServerProcess server =
        MysqlServer.start(
            RealServer.mysql(),
            Path.of(arguments[0]),
            ServerOptions.of(List.of())
                .withLauncher(List.of(arguments).subList(1, arguments.length)));
    System.out.println(server.process().pid());
    Thread.sleep(Duration.ofMinutes(5).toMillis());
  }
}
