package dev.storagebench.sql.proxy;

import dev.storagebench.sql.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/** A program: starts servers and proxies below the folder that it is given, and waits. */
final class GroupOrphanMaker {

  private GroupOrphanMaker() {}

  /** Prints the ids of all its processes, in one line. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    ServerGroup group =
        Cluster.servers(Files.createDirectory(folder.resolve("store")), Topology.ROUTE);
    ServerProcess server = group.servers().get(0);
    try (Connection connection = Cluster.connect(server, "")) {
      Cluster.execute(connection, "CREATE DATABASE bench", "CREATE TABLE bench.t (id BIGINT)");
    }
    StringBuilder pids = new StringBuilder().append(server.process().pid());
    for (String program : List.of(arguments).subList(1, arguments.length)) {
      ServerProcess proxy =
          Proxy.start(
              Cluster.options(program),
              group,
              Cluster.DATABASE,
              List.of(),
              folder.resolve(program));
      pids.append(' ').append(proxy.process().pid());
    }
    System.out.println(pids);
    Thread.sleep(Duration.ofMinutes(5).toMillis());
  }
}
