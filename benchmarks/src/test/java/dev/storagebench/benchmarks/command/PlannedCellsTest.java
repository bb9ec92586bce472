package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.benchmarks.run.BenchRun;
import dev.storagebench.benchmarks.run.Forks;
import dev.storagebench.benchmarks.run.RunEstimate;
import dev.storagebench.benchmarks.run.RunListener;
import dev.storagebench.benchmarks.terminal.Progress;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.workspace.CacheFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

/** What a run does with cells before it measures any, and what it says of them. */
class PlannedCellsTest {
  @TempDir private Path folder;

  private static Forks forks(RunFolder results) {
    return new Forks(results.path(), List.of(), List.of(), false);
  }

  @BeforeEach
  void ownCache() {
    System.setProperty(CacheFolder.PROPERTY, folder.resolve("cache").toString());
  }

  @AfterEach
  void usualCache() {
    System.clearProperty(CacheFolder.PROPERTY);
  }

  private static Cell cell(String benchmark, int threads, String... parameters) {
    Map<String, String> all = Workloads.defaults(benchmark);
    all.put("dataset", "reviews:records=100");
    IntStream.range(0, parameters.length / 2)
        .forEach(i -> all.put(parameters[2 * i], parameters[2 * i + 1]));
    return new Cell(
        benchmark, Mode.Throughput, threads, new Parameters(all), new Cell.Timing(1, 1, 10), 1, 0);
  }

  private static RunLog log(RunFolder results) {
    return new RunLog(results, new Origin("", Map.of()));
  }

  /** Carries out all but the forks: the run is stopped where the first one would start. */
  private List<CellResult> run(Cell cell, boolean stops) throws IOException {
    RunPlan plan = new RunPlan(List.of(cell), 1, 1, 1);
    AtomicReference<BenchRun> run = new AtomicReference<>();
    RunListener listener =
        (RunListener)
            Proxy.newProxyInstance(
                RunListener.class.getClassLoader(),
                new Class<?>[] {RunListener.class},
                (proxy, method, values) -> {
                  if (stops && method.getName().equals("started")) {
                    run.get().stop();
                  }
                  if (method.getName().equals("warned")) {
                    System.out.println(values[0]);
                  }
                  return null;
                });
    RunFolder results = RunFolder.at(folder.resolve("run"));
    run.set(
        new BenchRun(
            plan, StopRule.NONE, forks(results), listener, log(results)::append, List.of()));
    try (BenchRun started = run.get()) {
      started.prepare(true);
      started.run(System.out);
      return started.results();
    }
  }

  /** Its label, with nested braces, is no name of a file and no pattern for one. */
  @Test
  void aCandidateWithNestedOptionsIsMadeReadyBesideStoresThatAreThere() throws IOException {
    Files.createDirectories(CacheFolder.current().stores());
    Cell nested =
        cell("PointRead", 1, "engine", "rocksdb{block_based_table_factory={checksum=kXXH3}}");
    RunPlan plan = new RunPlan(List.of(nested), 1, 1, 1);
    RunFolder results = RunFolder.at(folder.resolve("run"));
    Progress progress =
        new Progress(
            new PrintWriter(new StringWriter()),
            TextStyle.NONE,
            plan.cells(),
            plan.rounds(),
            StopRule.NONE,
            false,
            any -> "");
    try (progress;
        BenchRun run =
            new BenchRun(
                plan, StopRule.NONE, forks(results), progress, log(results)::append, List.of())) {
      RunEstimate estimate = run.prepare(true);
      assertThat(estimate.forks()).isEqualTo(1);
      assertThat(estimate.seconds(1, 40)).as("on a busy machine").isGreaterThan(40);
      assertThat(estimate.seconds(1, 1)).as("loading included").isGreaterThan(2);
    }
  }

  @Test
  void noStoreIsLoadedForACellThatBeginsWithAnEmptyOne() throws IOException {
    assertThat(run(cell("RandomWrite", 1, "engine", "sqlite", "start", "empty"), true)).isEmpty();
    assertThat(CacheFolder.current().stores()).doesNotExist();
  }

  @Test
  void aCellThatAnEnginesCapabilitiesExcludeStartsNoFork() throws IOException {
    assertThat(run(cell("PointRead", 1, "engine", "h2", "compression", "zstd"), false))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.status()).isEqualTo(CellResult.Status.UNSUPPORTED);
              assertThat(result.message()).contains("h2 does not support compression zstd");
            });
    assertThat(CacheFolder.current().stores()).doesNotExist();
  }

  @Test
  void linesOfProgressTellCellsOfOneWorkloadApart() {
    List<Cell> cells =
        List.of(
            cell("PointRead", 1, "engine", "h2"),
            cell("PointRead", 4, "engine", "h2"),
            cell("PointRead", 4, "engine", "h2", "memory", "64m"));
    StringWriter out = new StringWriter();
    Progress progress =
        new Progress(
            new PrintWriter(out, true), TextStyle.NONE, cells, 1, StopRule.NONE, false, any -> "");
    cells.forEach(
        each ->
            progress.finished(
                CellResult.unmeasured(each, 0, 0, new Problem(true, "for this test"), null)));
    progress.close();
    assertThat(out.toString())
        .contains("h2 PointRead, 1 thread, memory none:")
        .contains("h2 PointRead, 4 threads, memory none:")
        .contains("h2 PointRead, 4 threads, memory 64m:");
  }

  @Test
  void anUnknownParameterOnJmhsCommandLineIsRefusedWithTheNearestName() {
    JmhCommand command =
        new JmhCommand(
            new PrintWriter(new StringWriter()),
            true,
            List.of("PointRead", "-p", "engine=h2", "-p", "memroy=64m"),
            Map.of());
    assertThatThrownBy(command::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memroy")
        .hasMessageContaining("did you mean memory");
  }
}
