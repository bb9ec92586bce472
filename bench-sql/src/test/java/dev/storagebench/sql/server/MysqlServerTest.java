package dev.storagebench.sql.server;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MysqlServerTest {
  @TempDir Path folder;

  @Test
  void startsTwiceOnItsFolder() throws Exception {
    Path base = MysqlDistribution.ofUser().provide((a, b) -> {});
    for (int i = 0; i < 3; i++) {
      long t = System.nanoTime();
      MysqlServer server =
          MysqlServer.start(base, folder, ServerOptions.of(List.of("--performance-schema=OFF")));
      long t2 = System.nanoTime();
      System.err.println("start " + (t2 - t) / 1_000_000 + " pid " + server.process().pid());
      server.close();
      System.err.println("stop " + (System.nanoTime() - t2) / 1_000_000);
    }
  }
}
