package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import dev.storagebench.sql.server.ServerRelease;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The quick comparison against a MySQL server that was there before. */
class ExternalMysqlIT {

  @TempDir private Path folder;

  @Test
  void theNamedServerIsMeasuredAndItsPasswordIsNowhere() throws Exception {
    ServerDistribution distribution = ServerDistribution.ofUser(ServerRelease.MYSQL);
    ServerInstall base = distribution.provide(FetchListener.NONE);
    if (distribution.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
    Path home = Files.createDirectory(folder.resolve("server"));
    try (ServerProcess server =
        MysqlServer.start(
            base,
            home,
            ServerOptions.of(List.of("--innodb-flush-log-at-trx-commit=2"))
                .withListen(ServerOptions.Listen.LOOPBACK))) {
      Path out = folder.resolve("out.txt");
      Process process =
          new Jar(folder)
              .start(
                  out,
                  Map.of(
                      "STORAGE_BENCH_JDBC_USER",
                      MysqlServer.USER,
                      "STORAGE_BENCH_JDBC_PASSWORD",
                      server.password()),
                  Jar.shortest(
                      "--engines mysql,noop --dataset reviews:records=500 --workloads read,write --rounds 1 --out run",
                      "--jdbc-url",
                      url(server)));
      Finished finished = Jar.finish(process, out);
      assertThat(finished.exitCode()).as(finished.out()).isZero();
      for (String line : Files.readAllLines(folder.resolve("run/cells.jsonl"))) {
        JsonNode cell = JsonMapper.builder().build().readTree(line);
        if (cell.get("cell").get("parameters").get("engine").asString().equals("mysql")) {
          assertThat(cell.get("report").get("engine").get("library").asString())
              .startsWith("jdbc:mysql://127.0.0.1:");
        }
      }
      try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          // Some are binary, with text in it.
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .doesNotContain(server.password());
        }
      }
    }
  }

  private static String url(ServerProcess server) {
    InetSocketAddress address = (InetSocketAddress) server.endpoint().address();
    return "jdbc:mysql://127.0.0.1:%d/bench?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true"
        .formatted(address.getPort());
  }

  @Test
  void aPasswordInTheUrlIsRefusedAndNotRepeated() throws Exception {
    Finished finished =
        new Jar(folder)
            .run("--engines", "noop", "--jdbc-url", "jdbc:mysql://root:secret@127.0.0.1/db");
    assertThat(finished.exitCode()).isEqualTo(2);
    assertThat(finished.out()).contains("STORAGE_BENCH_JDBC_PASSWORD").doesNotContain("secret");
    assertThat(folder.resolve("runs")).doesNotExist();
  }
}
