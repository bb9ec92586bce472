package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.openloop.OperationTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Transactions in SQL by JMH's own command line, on a server that is started for them. */
class TransactionIT {
  private static final List<String> CELL =
      List.of(
          "Transaction",
          "-p",
          "engine=mariadb",
          "-p",
          "driver=mariadb",
          "-p",
          "table=sbtestx2",
          "-p",
          "dataset=sysbench:records=2000",
          "-t",
          "4",
          "-f",
          "1",
          "-wi",
          "1",
          "-w",
          "300ms");

  /** Of the tests that only read: their store is loaded once. */
  @TempDir private static Path home;

  @TempDir private Path folder;

  @BeforeEach
  void aServerIsInstalled() {
    if (Engines.named("mariadb").availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, unsupported.message());
    }
  }

  private Jar shared() {
    return new Jar(folder, home.resolve("cache"));
  }

  private static String[] with(String... more) {
    return Stream.concat(CELL.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private static final long SERVER_STARTS_MILLIS = 12_000;

  /** However slow the last transaction of each thread was: JMH counts it, and so must we. */
  @Test
  void queriesAndRowsAreThoseOfTheTransactionsThatAreCounted() throws Exception {
    Finished finished =
        shared()
            .run(
                with(
                    "-p",
                    "workload=point_select,oltp_read_only",
                    "-i",
                    "8",
                    "-r",
                    "100ms",
                    "-rf",
                    "json",
                    "-rff",
                    "results.json"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode results =
        JsonMapper.builder().build().readTree(folder.resolve("results.json").toFile());
    assertThat(results).hasSize(2);
    for (JsonNode result : results) {
      // oltp_read_only has 10 point selects, 4 ranges of up to 100 rows, and two frames.
      boolean points = result.get("params").get("workload").asString().equals("point_select");
      assertThat(perTransaction(result, "queries"))
          .isCloseTo(points ? 100 : 16, withinPercentage(1e-6));
      if (points) {
        assertThat(perTransaction(result, "rows")).isCloseTo(100, withinPercentage(1e-6));
      }
    }
  }

  /** What all outputs show is the percentile of what the histograms of its rounds hold. */
  @Test
  void serviceTimesOfAllRoundsAreKeptAndShownAsOne() throws Exception {
    Finished finished =
        shared()
            .run(
                ("suite sweep --engines mariadb --threads 4 --dataset sysbench:records=2000"
                        + " --rounds 2 --warm-up 0.2 --seconds 1 -p driver=mariadb -p table=sbtestx2"
                        + " -p workload=oltp_read_only --out run")
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    Histogram all = new Histogram(3);
    List<JsonNode> rounds = new Jar(folder).cells("run");
    rounds.forEach(each -> all.add(OperationTimes.decode(each.get("histogram").asString())));
    assertThat(rounds).hasSize(2);
    List<String> rows = Files.readAllLines(folder.resolve("run/results.csv"));
    for (String percent : List.of("50", "95", "99", "99.9")) {
      double micros = all.getValueAtPercentile(Double.parseDouble(percent)) / 1e3;
      assertThat(rows)
          .filteredOn(row -> row.contains(",score,," + percent + ","))
          .singleElement()
          .asString()
          .contains(",score,," + percent + "," + micros + ",us,");
    }
    for (String figure : List.of("serverCpuCores", "clientCpuCores")) {
      assertThat(rows)
          .filteredOn(row -> row.contains("," + figure + ","))
          .hasSize(2)
          .allSatisfy(row -> assertThat(cores(row)).isBetween(0.01, processors()));
    }
  }

  /** On rows so few that transactions wait for each other longer than an iteration lasts. */
  @Test
  void aRateIsOperationsByTheTimeThatTheyTookAndNoHigherThanTheServersOwn() throws Exception {
    int threads = 16;
    Finished finished =
        shared()
            .run(
                ("suite sweep --engines mariadb --threads %d --dataset sysbench:records=100"
                        + " --rounds 1 --warm-up 0.1 --seconds 2 -p driver=mariadb -p table=sbtest -p"
                        + " workload=oltp_read_write --out run")
                    .formatted(threads)
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode cell = new Jar(folder).cells("run").get(0);
    JsonNode after = cell.get("report").get("after");
    long operations = 0;
    double seconds = 0;
    for (JsonNode turn : after.get("turns")) {
      operations += turn.get("operations").asLong();
      seconds += turn.get("nanos").asLong() / 1e9;
    }
    Histogram times = OperationTimes.decode(cell.get("histogram").asString());
    assertThat(times.getTotalCount()).isEqualTo(operations);
    // Little's law.
    assertThat(operations / seconds * times.getMean() / 1e9)
        .isCloseTo(threads, withinPercentage(5));
    assertThat(cell.get("score").get("value").asDouble())
        .isCloseTo(operations / seconds, withinPercentage(5));
    // Those of the warm-up as well.
    long commits = after.get("stats").get("Com_commit").asLong();
    assertThat(operations).isBetween(commits / 2, commits);
  }

  @Test
  void tablesAreCompressedAfterTheyWereLoadedPlain() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                ("AlterTable -p engine=mariadb{format=compressed4} -p table=documentx2"
                        + " -p dataset=articles:records=200 -t 2 -f 1 -rf json -rff results.json")
                    .split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    JsonNode figures =
        JsonMapper.builder()
            .build()
            .readTree(folder.resolve("results.json").toFile())
            .get(0)
            .get("secondaryMetrics");
    assertThat(score(figures, "alterTable")).isPositive();
    assertThat(score(figures, "serverCpuTime")).isPositive();
    assertThat(score(figures, "serverCpuCores")).isBetween(0.01, processors());
    assertThat(score(figures, "bytesAfter")).isLessThan(0.6 * score(figures, "bytesBefore"));
  }

  private static double score(JsonNode figures, String name) {
    return figures.get(name).get("score").asDouble();
  }

  private static double cores(String row) {
    return Double.parseDouble(row.replaceFirst(".*CpuCores,,,([0-9.E-]+),cores.*", "$1"));
  }

  private static double processors() {
    return Runtime.getRuntime().availableProcessors() * 1.05;
  }

  private static double perTransaction(JsonNode result, String counted) {
    return score(result.get("secondaryMetrics"), counted)
        / result.get("primaryMetric").get("score").asDouble();
  }

  @Test
  void aServerThatIsKilledFailsItsCellWithTheEndOfItsLog() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        new Jar(folder).start(out, with("-p", "workload=point_select", "-i", "1", "-r", "60s"));
    killServer(process, out);
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out()).contains("was killed (SIGKILL)", "ready for connections");
  }

  /** Kills the server once something is being measured: those before it only load. */
  private static void killServer(Process process, Path out) throws Exception {
    while (process.isAlive() && !Files.readString(out).contains("# Measuring")) {
      Thread.sleep(50);
    }
    // The one that loaded has ended by then, and the other one has started.
    Thread.sleep(SERVER_STARTS_MILLIS);
    process
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("mariadbd"))
        .forEach(ProcessHandle::destroyForcibly);
  }
}
