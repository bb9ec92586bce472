package dev.storagebench.benchmarks.command;

import static dev.storagebench.benchmarks.command.SuiteTest.cells;
import static dev.storagebench.benchmarks.command.SuiteTest.overrides;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.Overrides.Size;
import dev.storagebench.analysis.suite.Overrides.Times;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The suite files in the jar. */
class JarSuitesTest {
  private static List<String> suites() throws IOException {
    return SuiteFiles.names();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everySuiteInTheJarCanBePlanned(String name) throws IOException {
    Suite suite = SuiteFiles.read(name);
    assertThat(suite.info().name()).isEqualTo(name);
    List<Cell> cells = cells(suite, Overrides.of(null));
    assertThat(cells).isNotEmpty().doesNotHaveDuplicates();
    // All candidates are asked for the same.
    Map<String, Set<Object>> asked = new TreeMap<>();
    for (Cell cell : cells) {
      // quick measures the harness in reads only.
      if (Set.of(Candidate.CONTROL, Ranking.HARNESS).contains(cell.label())) {
        continue;
      }
      asked
          .computeIfAbsent(cell.label(), label -> new HashSet<>())
          .add(List.of(cell.asked(), cell.benchmark(), cell.mode(), cell.threads()));
    }
    assertThat(Set.copyOf(asked.values())).hasSize(1);
  }

  @Test
  void onlyWritesOfAnEngineThatStopsThemByTheClockAreMeasuredForLonger() throws IOException {
    Suite suite = SuiteFiles.read("quick");
    for (Cell cell : cells(suite, Overrides.of("lmdb,xodus"))) {
      boolean longer =
          cell.label().equals("xodus") && cell.benchmark().matches("RandomWrite|ReadWriteMix");
      if (!cell.isSingleShot()) {
        assertThat(cell.timing().iterations() * cell.timing().iterationMillis())
            .as(cell.toString())
            .isEqualTo(longer ? 20_000 : cell.writes() ? 600 : 400);
      }
    }
  }

  /** The same benchmark means the same settings, whichever command line asks for it. */
  @Test
  void theQuickComparisonAsksForWhatJmhsCommandLineAsksFor() throws IOException {
    for (Cell cell :
        cells(SuiteFiles.read("quick"), overrides("noop", Map.of(), "read", "write"))) {
      Map<String, String> asked = new TreeMap<>(cell.parameters().texts());
      Map<String, String> defaults = new TreeMap<>(Workloads.defaults(cell.benchmark()));
      assertThat(asked.keySet()).isEqualTo(defaults.keySet());
      // Whose they are, and the size of the same generated data.
      asked.keySet().removeAll(Set.of("engine", "dataset"));
      defaults.keySet().removeAll(Set.of("engine", "dataset"));
      assertThat(asked).isEqualTo(defaults);
    }
  }

  @Test
  void moviesHasThePublishedGrid() throws IOException {
    List<Cell> cells = cells(SuiteFiles.read("movies"), overrides("rocksdb,lmdb", Map.of()));
    assertThat(cells).hasSize(2 * (3 * (1 + 2 + 3 + 3) + 4));
    assertThat(cells.stream().map(cell -> cell.workload() + " " + cell.threads()))
        .contains(
            "PointRead 8",
            "PointRead service time 8",
            "ReadWriteMix 99 8",
            "RandomWrite empty 3",
            "RandomWrite 6");
    assertThat(cells)
        .allSatisfy(
            cell -> {
              assertThat(cell.parameters().texts())
                  .containsEntry("compression", "snappy")
                  .containsEntry("nearest", "true")
                  .containsEntry("block", "4k")
                  .containsEntry("writeBuffer", "0.028x")
                  .containsEntry("bloomBits", "5")
                  .containsEntry("dataset", "reviews:records=791168");
              assertThat(cell.parameters().texts().get("steadyWithin"))
                  .isEqualTo("empty".equals(cell.parameters().texts().get("start")) ? "0" : "60");
            });
  }

  @Test
  void ycsbHasTheLoadAndTheSixCoreWorkloads() throws IOException {
    List<Cell> cells = cells(SuiteFiles.read("ycsb"), overrides("rocksdb", Map.of()));
    assertThat(cells.stream().map(cell -> cell.workload()))
        .containsExactlyInAnyOrder(
            "Load",
            "ReadWriteMix 50",
            "ReadWriteMix 95",
            "PointRead",
            "ReadWriteMix 95 insert 5",
            "Scan 1-100 forward insert 5",
            "ReadModifyWrite");
    for (Cell cell : cells) {
      assertThat(cell.value("dataset"))
          .isEqualTo("kv:records=100000;key=23;value=1000;compressible=1;prefix=user");
      if (!cell.benchmark().equals("Load")) {
        assertThat(cell.value("distribution"))
            .isEqualTo(cell.workload().contains("95 insert") ? "latest" : "zipfian");
      }
    }
  }

  @Test
  void serversTakePartOnlyIfTheyAreAskedForWhateverIsOnTheMachine() throws IOException {
    assertThat(SuitePlan.of(SuiteFiles.read("quick"), Overrides.of(null)).leftOut())
        .containsEntry("mysql", "measured with --with mysql")
        .containsEntry("postgresql", "measured with --with postgresql");
  }

  @Test
  void dataOfAWorkloadAndPublishedFiguresOfItHaveTheSizeOfTheRun() throws IOException {
    Overrides fewer =
        new Overrides(
            Overrides.candidates("lmdb"),
            Map.of(),
            List.of(),
            List.of(),
            new Size(null, "records=2000"),
            1,
            Times.OF_SUITE,
            null);
    SuitePlan plan = SuitePlan.of(SuiteFiles.read("lmdbjava"), fewer);
    Set<String> datasets =
        plan.plan().cells().stream().map(each -> each.value("dataset")).collect(Collectors.toSet());
    assertThat(datasets)
        .containsExactlyInAnyOrder(
            "kv:records=2000;key=4", "kv:records=2000;key=4;order=sequential");
    assertThat(plan.info().published().get(0).rows())
        .hasSize(58)
        .allMatch(row -> datasets.contains(row.get("dataset")));
  }

  @Test
  void largeValuesAreOfThePublishedSizeAtTheScaleAskedFor() throws IOException {
    Suite suite = SuiteFiles.read("lmdbjava-large");
    assertThat(cells(suite, Overrides.of(null)))
        .extracting(each -> each.value("dataset"))
        .containsOnly("kv:records=500000;key=4;value=2018");
    SuitePlan plan =
        SuitePlan.of(
            suite,
            new Overrides(
                null,
                Map.of(),
                List.of(),
                List.of(),
                new Size(1.0, null),
                1,
                Times.OF_SUITE,
                null));
    assertThat(plan.plan().cells())
        .extracting(each -> each.value("dataset"))
        .containsOnly("kv:records=10000000;key=4;value=2018");
    // Of seven candidates, MVStore ran out of memory, and Chronicle has no order to iterate in.
    assertThat(plan.info().published().get(0).rows()).hasSize(6 + 6 + 5);
    Set<String> workloads =
        plan.plan().cells().stream().map(Cell::workload).collect(Collectors.toSet());
    assertThat(plan.info().published().get(0).rows())
        .allMatch(row -> workloads.contains(row.get("workload")));
  }

  @Test
  void theCommandLineOverridesAWorkloadsOwnAxisOfACondition() throws IOException {
    assertThat(
            cells(
                SuiteFiles.read("movies"),
                overrides("rocksdb", Map.of("memory", List.of("none")), "latency")))
        .singleElement()
        .satisfies(cell -> assertThat(cell.parameters().texts()).containsEntry("memory", "none"));
  }

  /** JMH's own command line measures the same: both have the parameters' defaults. */
  @Test
  void theQuickComparisonHasJmhsDefaultsForAllThatItDoesNotName() throws IOException {
    for (Cell cell : cells(SuiteFiles.read("quick"), Overrides.of(null))) {
      Map<String, String> differing = new TreeMap<>(cell.parameters().texts());
      differing.entrySet().removeAll(Workloads.defaults(cell.benchmark()).entrySet());
      // The suite's file says that it loads without durability.
      differing.remove("durability", cell.benchmark().equals("Load") ? "none" : "");
      differing.remove("nearest", cell.label().equals("mapdb-hash") ? "true" : "");
      assertThat(differing.keySet()).isSubsetOf("engine", "dataset", "readPercent");
    }
  }

  @Test
  void aPublishedSuiteIsATemplate(@TempDir Path folder) throws IOException {
    Path alone = Files.writeString(folder.resolve("mine.yaml"), SuiteFiles.text("movies"));
    assertThat(SuiteFiles.read(alone.toString()).info().published())
        .isEqualTo(SuiteFiles.read("movies").info().published());
    // One's own figures come first.
    Files.writeString(folder.resolve("movies-latency.csv"), "candidate\n");
    assertThat(SuiteFiles.read(alone.toString()).info().published())
        .isNotEqualTo(SuiteFiles.read("movies").info().published());
  }

  @Test
  void ratesAreAddedWhereTheSuiteSaysSo() throws IOException {
    Overrides rates =
        new Overrides(
            Overrides.candidates("rocksdb"),
            Map.of(),
            List.of(),
            List.of("1k"),
            new Size(null, "records=1000"),
            7,
            Times.OF_SUITE,
            null);
    List<Cell> cells = cells(SuiteFiles.read("quick"), rates);
    assertThat(cells.stream().filter(cell -> cell.rate().isPresent()).map(Cell::workload))
        .containsExactly(
            "PointRead response time at 1k op/s", "ReadWriteMix 95 response time at 1k op/s");
    assertThat(cells.get(0).parameters().texts()).containsEntry("seed", "7");
    assertThat(cells.get(0).parameters().texts()).containsEntry("dataset", "reviews:records=1000");
    assertThatThrownBy(
            () ->
                cells(
                    SuiteFiles.read("quick"),
                    new Overrides(
                        null,
                        Map.of(),
                        List.of("load"),
                        List.of("1k"),
                        Size.OF_SUITE,
                        1,
                        Times.OF_SUITE,
                        null)))
        .hasMessageContaining("--rate");
  }

  @Test
  void theTimeOfARunIsSharedAmongItsCells() throws IOException {
    Overrides minute =
        new Overrides(
            Overrides.candidates("rocksdb,lmdb"),
            Map.of(),
            List.of(),
            List.of(),
            Size.OF_SUITE,
            1,
            new Times(null, null, null, Duration.ofMinutes(3), null),
            null);
    long forks = SuitePlan.of(SuiteFiles.read("quick"), minute).plan().forks();
    long millis =
        SuitePlan.of(SuiteFiles.read("quick"), minute).plan().cells().stream()
            .mapToLong(
                cell ->
                    (cell.rounds() - cell.from())
                        * cell.timing().iterationMillis()
                        * (cell.timing().warmups() + cell.timing().iterations()))
            .sum();
    assertThat(millis + forks * 2_000).isBetween(150_000L, 180_000L);
  }
}
