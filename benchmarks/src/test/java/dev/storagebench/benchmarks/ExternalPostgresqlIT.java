package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.sql.server.PostgresqlServer;
import dev.storagebench.sql.server.ServerDistribution;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import dev.storagebench.sql.server.ServerRelease;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A PostgreSQL server that was there before, with accounts that have passwords. */
class ExternalPostgresqlIT {
  private static final String PASSWORD = "hunter2-hunter2";

  @TempDir private Path folder;
  private ServerProcess server;
  private int port;

  @BeforeEach
  void start() throws Exception {
    ServerDistribution distribution = ServerDistribution.ofUser(ServerRelease.POSTGRESQL);
    if (distribution.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
    Path rules =
        Files.writeString(
            folder.resolve("hba"),
            "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    server =
        PostgresqlServer.start(
            distribution.provide(FetchListener.NONE),
            Files.createDirectory(folder.resolve("server")),
            ServerOptions.of(
                List.of("--listen-addresses=127.0.0.1", "--port=" + port, "--hba_file=" + rules)));
    sql("CREATE ROLE guest LOGIN PASSWORD '%s'".formatted(PASSWORD));
    sql("CREATE ROLE stranger LOGIN PASSWORD '%s'".formatted(PASSWORD));
    sql("CREATE DATABASE bench OWNER guest ENCODING 'UTF8' TEMPLATE template0");
  }

  @AfterEach
  void stop() {
    if (server != null && server.process().isAlive()) {
      server.close();
    }
  }

  /** As its superuser, who needs no password here. */
  private String sql(String statement) throws Exception {
    String database = statement.startsWith("SELECT") ? "bench" : "postgres";
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(port, database),
                PostgresqlServer.USER,
                "");
        Statement sent = connection.createStatement()) {
      if (!sent.execute(statement)) {
        return "";
      }
      try (ResultSet row = sent.getResultSet()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  private String tables() throws Exception {
    return sql("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'");
  }

  private String url() {
    return "jdbc:postgresql://127.0.0.1:%d/bench".formatted(port);
  }

  private Process start(Path out, String account, String... arguments) throws Exception {
    return new Jar(folder)
        .start(
            out,
            Map.of("STORAGE_BENCH_JDBC_USER", account, "STORAGE_BENCH_JDBC_PASSWORD", PASSWORD),
            arguments);
  }

  private Finished run(String account, String... arguments) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    return Jar.finish(start(out, account, arguments), out);
  }

  @Test
  void candidatesOfOneServerAreMeasuredAndThePasswordIsNowhere() throws Exception {
    String candidates =
        "one=postgresql{url=%1$s},two=postgresql{url=%1$s;client-url=%2$s},noop"
            .formatted(url(), url().replace("127.0.0.1", "localhost"));
    Finished finished =
        run(
            "guest",
            Jar.shortest(
                "--dataset reviews:records=500 --workloads read,write --rounds 1 --out run",
                "--engines",
                candidates));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    List<String> found = new ArrayList<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      String label = cell.at("/cell/parameters/engine").asString().replaceFirst("=.*", "");
      found.add(label + " " + cell.at("/report/engine/version").asString());
      assertThat(cell.get("status").asString()).as(label).isEqualTo("MEASURED");
      for (JsonNode setting : cell.at("/report/settings")) {
        found.add(
            label + " " + setting.get("name").asString() + " " + setting.get("value").asString());
      }
    }
    assertThat(found)
        .contains(
            "one 18.1",
            "two 18.1",
            "one url " + url(),
            "two clientUrl " + url().replace("127.0.0.1", "localhost"),
            "one durability sync")
        .noneMatch(each -> each.startsWith("one clientUrl"));
    // One store serves both; copies that were written to are gone.
    assertThat(tables()).isEqualTo("1");
    passwordIsNowhere();
    Finished cleared = run("guest", "cache", "clear", "--jdbc-url", url());
    assertThat(cleared.exitCode()).as(cleared.out()).isZero();
    assertThat(tables()).isEqualTo("0");
  }

  private void passwordIsNowhere() throws Exception {
    try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // Some are binary, with text in it.
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(PASSWORD);
      }
    }
  }

  @Test
  void transactionsRunInSeveralProcesses() throws Exception {
    Finished finished =
        run(
            "guest",
            ("suite sweep --engines postgresql --threads 2 --clients 2 --dataset sysbench:records=2000"
                    + " --rounds 1 --warm-up 0.1 --seconds 1 -p workload=read_own_writes --out run"
                    + " --jdbc-url "
                    + url())
                .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(new Jar(folder).cells("run"))
        .isNotEmpty()
        .allSatisfy(cell -> assertThat(cell.get("status").asString()).isEqualTo("MEASURED"));
    passwordIsNowhere();
  }

  @Test
  void whatTheAccountLacksIsToldBeforeAnythingIsCreated() throws Exception {
    Finished finished =
        run(
            "stranger",
            Jar.shortest(
                "--engines postgresql --dataset reviews:records=500 --out run --jdbc-url "
                    + url()));
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out())
        .contains("GRANT CREATE ON SCHEMA public TO stranger")
        .doesNotContain(PASSWORD);
    assertThat(tables()).isEqualTo("0");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void aLimitOfMemoryIsUnsupported() throws Exception {
    assumeTrue(MemoryLimiter.best().isPresent(), () -> "no limit here: " + MemoryLimiter.reasons());
    Finished finished =
        run(
            "guest",
            Jar.shortest(
                "--engines postgresql,noop --workloads read --dataset reviews:records=500 --memory 1g"
                    + " --rounds 1 --out run --jdbc-url "
                    + url()));
    assertThat(finished.out())
        .contains("the memory of an external server cannot be limited from here");
  }

  @Test
  void aServerThatIsKilledFailsItsCellsOnly() throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        start(
            out,
            "guest",
            ("--engines postgresql,noop --dataset reviews:records=500 --workloads read,write --rounds 2"
                    + " --steady-within 0 --warm-up 0.1 --seconds 2 --out run --jdbc-url "
                    + url())
                .split(" "));
    Path cells = folder.resolve("run/cells.jsonl");
    while (process.isAlive()
        && (Files.notExists(cells) || !Files.readString(cells).contains("\"postgresql\""))) {
      Thread.sleep(50);
    }
    assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
    server.process().destroyForcibly();
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    Map<String, List<String>> outcomes = new LinkedHashMap<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      String status = cell.get("status").asString();
      outcomes
          .computeIfAbsent(
              cell.at("/cell/parameters/engine").asString(), engine -> new ArrayList<>())
          .add(status);
      if (status.equals("FAILED")) {
        assertThat(cell.get("message").asString()).containsAnyOf("connect", "connection");
      }
    }
    assertThat(outcomes.get("noop")).hasSize(4).containsOnly("MEASURED");
    assertThat(outcomes.get("postgresql")).contains("MEASURED", "FAILED");
    passwordIsNowhere();
  }
}
