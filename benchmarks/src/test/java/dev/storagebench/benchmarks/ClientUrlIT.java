package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import dev.storagebench.sql.server.ServerRelease;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Transactions through a proxy, on a server that is loaded and counted past it. */
class ClientUrlIT {
  private static final String URL =
      "jdbc:mysql://127.0.0.1:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true";

  @TempDir private static Path home;
  private static ServerProcess server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    ServerDistribution distribution = ServerDistribution.ofUser(ServerRelease.MYSQL);
    if (distribution.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
    server =
        MysqlServer.start(
            distribution.provide(FetchListener.NONE),
            home,
            ServerOptions.of(List.of("--innodb-flush-log-at-trx-commit=2"))
                .withListen(ServerOptions.Listen.LOOPBACK));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static InetSocketAddress address() {
    return (InetSocketAddress) server.endpoint().address();
  }

  @Test
  void whatIsMeasuredTakesTheProxyAndWhatLoadsDoesNot() throws Exception {
    try (Forwarder proxy = new Forwarder(address(), sql -> false)) {
      Finished finished = run(clientUrl(proxy.port()));
      assertThat(finished.exitCode()).as(finished.out()).isZero();
      assertThat(proxy.connections()).isGreaterThanOrEqualTo(2);
      assertThat(proxy.executions()).isGreaterThan(10);
      assertThat(proxy.statements())
          .anyMatch(sql -> sql.contains("UPDATE "))
          .anyMatch(sql -> sql.contains("SELECT c FROM"))
          .noneMatch(sql -> sql.matches("(?is).*\\b(INSERT|LOAD|CREATE|DROP|ANALYZE|SUM)\\b.*"));
      JsonNode cell = onlyCell();
      assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
      assertThat(Files.readAllLines(folder.resolve("run/results.csv")))
          .anyMatch(row -> row.contains(",score,"));
      assertThat(cell.get("report").get("settings"))
          .anySatisfy(
              setting -> {
                assertThat(setting.get("name").asString()).isEqualTo("clientUrl");
                assertThat(setting.get("value").asString()).isEqualTo(clientUrl(proxy.port()));
              });
    }
  }

  /** One write of many, which the proxy says is done. */
  @Test
  void aProxyThatLosesAWriteVoidsTheCell() throws Exception {
    AtomicInteger updates = new AtomicInteger();
    try (Forwarder rogue =
        new Forwarder(
            address(), sql -> sql.contains("UPDATE ") && updates.incrementAndGet() == 100)) {
      Finished finished = run(clientUrl(rogue.port()));
      assertThat(rogue.losses()).as(finished.out()).isEqualTo(1);
      assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
      JsonNode cell = onlyCell();
      assertThat(cell.get("status").asString()).isEqualTo("FAILED");
      assertThat(cell.get("message").asString())
          .matches(
              "read_own_writes:\\d+:\\d+: read '[-\\d]{80}', which is not the value of :c:"
                  + " SELECT c FROM .+ WHERE id = .+");
      assertThat(Files.readAllLines(folder.resolve("run/results.csv")))
          .noneMatch(row -> row.contains(",score,"));
    }
  }

  @Test
  void aUrlThatLeadsElsewhereFailsTheCellAndIsNamed() throws Exception {
    Finished finished = run(URL.formatted(address().getPort(), "sys"));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(onlyCell().get("message").asString())
        .contains("--client-url must lead to the database of --jdbc-url", "doesn't exist");
  }

  @Test
  void aUrlThatLeadsNowhereFailsTheCellAndIsNamed() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    Finished finished = run(clientUrl(closed));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(onlyCell().get("message").asString())
        .contains("--client-url", clientUrl(closed), "Connection refused");
  }

  @Test
  void withoutAServerItIsRefusedInOneLine() throws Exception {
    Finished finished =
        new Jar(folder).run("--engines", "noop", "--client-url", URL.formatted(3306, "bench"));
    assertThat(finished.exitCode()).isEqualTo(2);
    assertThat(finished.out().lines()).singleElement().asString().contains("--jdbc-url");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  @Test
  void aPasswordInItIsRefusedAndNotRepeated() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "--engines",
                "noop",
                "--jdbc-url",
                URL.formatted(3306, "bench"),
                "--client-url",
                URL.formatted(6033, "bench") + "&password=secret");
    assertThat(finished.exitCode()).isEqualTo(2);
    assertThat(finished.out())
        .contains("--client-url", "STORAGE_BENCH_JDBC_PASSWORD")
        .doesNotContain("secret");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  private static String clientUrl(int port) {
    return URL.formatted(port, "bench");
  }

  private JsonNode onlyCell() throws Exception {
    List<JsonNode> cells = new Jar(folder).cells("run");
    assertThat(cells).hasSize(1);
    return cells.get(0);
  }

  /** Two clients for a second, into folder {@code run}. */
  private Finished run(String clientUrl) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                ("suite sweep --engines mysql --threads 2 --dataset sysbench:records=2000 --rounds 1"
                        + " --warm-up 0.1 --seconds 1 -p workload=read_own_writes --out run")
                    .split(" ")));
    String url = URL.formatted(address().getPort(), "bench") + "&createDatabaseIfNotExist=true";
    arguments.addAll(List.of("--jdbc-url", url, "--client-url", clientUrl));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        new Jar(folder)
            .start(
                out,
                Map.of(
                    "STORAGE_BENCH_JDBC_USER",
                    MysqlServer.USER,
                    "STORAGE_BENCH_JDBC_PASSWORD",
                    server.password()),
                arguments.toArray(String[]::new));
    return Jar.finish(process, out);
  }
}
