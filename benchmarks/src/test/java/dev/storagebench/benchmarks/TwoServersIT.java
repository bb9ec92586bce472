package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.sql.server.MysqlServer;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerOptions;
import dev.storagebench.sql.server.ServerProcess;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two servers that ran before, each with an account of its own, as candidates of one run. */
class TwoServersIT {
  private static final List<ServerProcess> SERVERS = new ArrayList<>();

  @TempDir private static Path home;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    Optional<ServerInstall> mariadb =
        ServerInstall.onThisMachine().stream()
            .filter(each -> each.family() == ServerInstall.Family.MARIADB)
            .findFirst();
    assumeTrue(mariadb.isPresent(), "no MariaDB server is installed");
    for (String name : List.of("one", "two")) {
      SERVERS.add(
          MysqlServer.start(
              mariadb.get(),
              Files.createDirectory(home.resolve(name)),
              ServerOptions.of(List.of("--innodb-flush-log-at-trx-commit=2"))
                  .withListen(ServerOptions.Listen.LOOPBACK)));
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.forEach(ServerProcess::close);
  }

  private static String url(String host, int server) {
    InetSocketAddress address = (InetSocketAddress) SERVERS.get(server).endpoint().address();
    return "jdbc:mariadb://%s:%d/bench?createDatabaseIfNotExist=true"
        .formatted(host, address.getPort());
  }

  private static String candidates() {
    return "one=mariadb{url=%1$s},two=mariadb{url=%2$s},proxied=mariadb{url=%1$s;client-url=%3$s}"
        .formatted(url("127.0.0.1", 0), url("127.0.0.1", 1), url("localhost", 0));
  }

  private Finished run(String... arguments) throws Exception {
    Map<String, String> accounts = new LinkedHashMap<>();
    accounts.put("STORAGE_BENCH_JDBC_USER", MysqlServer.USER);
    accounts.put("STORAGE_BENCH_JDBC_PASSWORD", SERVERS.get(0).password());
    accounts.put("STORAGE_BENCH_JDBC_USER_TWO", MysqlServer.USER);
    accounts.put("STORAGE_BENCH_JDBC_PASSWORD_TWO", SERVERS.get(1).password());
    Path out = Files.createTempFile(folder, "out", ".txt");
    return Jar.finish(new Jar(folder).start(out, accounts, arguments), out);
  }

  private Finished run(String candidates, boolean resume) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                Jar.shortest(
                    "--dataset reviews:records=500 --workloads read,write --rounds 1 --out run",
                    "--engines",
                    candidates)));
    if (resume) {
      words.add("--resume");
    }
    return run(words.toArray(String[]::new));
  }

  @Test
  void eachCandidateIsMeasuredOnItsServer() throws Exception {
    Finished finished = run(candidates(), false);
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Map<String, String> servers = new LinkedHashMap<>();
    List<String> settings = new ArrayList<>();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      String label = cell.at("/cell/parameters/engine").asString().replaceFirst("=.*", "");
      servers.put(label, cell.at("/report/engine/library").asString());
      for (JsonNode setting : cell.at("/report/settings")) {
        settings.add(
            label + " " + setting.get("name").asString() + " " + setting.get("value").asString());
      }
    }
    String first = url("127.0.0.1", 0);
    assertThat(servers)
        .containsOnly(
            Map.entry("one", first),
            Map.entry("two", url("127.0.0.1", 1)),
            Map.entry("proxied", first));
    assertThat(settings)
        .contains(
            "one url " + first,
            "two url " + url("127.0.0.1", 1),
            "proxied clientUrl " + url("localhost", 0))
        .noneMatch(each -> each.startsWith("one clientUrl"));
    assertThat(Files.readString(folder.resolve("run/summary.txt")))
        .contains("one at " + first, "two at " + url("127.0.0.1", 1));
    // Tables and their copies went where they belong, and one store serves two candidates.
    assertThat(stores()).isEqualTo(2);
    try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .doesNotContain(SERVERS.get(0).password(), SERVERS.get(1).password());
      }
    }

    // The same server by another name; the folder's own URLs are not taken.
    String other = candidates().replace(url("127.0.0.1", 1), url("localhost", 1));
    Finished resumed = run(other, true);
    assertThat(resumed.exitCode()).as(resumed.out()).isEqualTo(2);
    assertThat(resumed.out()).contains("cannot be resumed");

    Finished reproduced = run("reproduce", "run", "--out", "again");
    assertThat(reproduced.exitCode()).as(reproduced.out()).isEqualTo(2);
    assertThat(reproduced.out()).contains("if you trust it, give the candidate yourself");
    assertThat(folder.resolve("again")).doesNotExist();
  }

  private long stores() throws Exception {
    try (Stream<Path> files = Files.walk(new Jar(folder).cache().resolve("stores"))) {
      return files.filter(each -> each.endsWith("external-table.txt")).count();
    }
  }

  @Test
  void aWrongAccountIsRefusedBeforeAnythingIsLoaded() throws Exception {
    Finished finished =
        run(
            "three=mariadb{url=%s}".formatted(url("127.0.0.1", 1)),
            false); // gets the account of all others
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out()).contains("Access denied").doesNotContain(SERVERS.get(0).password());
    assertThat(folder.resolve("run")).doesNotExist();
  }
}
