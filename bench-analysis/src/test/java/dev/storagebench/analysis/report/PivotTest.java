package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PivotTest {
  @TempDir private Path folder = Path.of("");

  private static ViewTable table(View view) {
    return Pivot.tables(view, new Dimensions(SampleRun.ofSuite())).get(0);
  }

  private static Entry entry(ViewTable table, List<String> row, String head) {
    Entry entry =
        table
            .entries()
            .get(table.rows().indexOf(row))
            .get(table.columns().stream().map(Column::head).toList().indexOf(head));
    assertThat(entry).isNotNull();
    return entry;
  }

  @Test
  void eachMakesATableForEachCombinationOfItsValues() {
    List<ViewTable> tables = Pivot.tables(SampleViews.bars(), new Dimensions(SampleRun.ofSuite()));
    assertThat(tables)
        .extracting(ViewTable::title)
        .hasSize(9)
        .contains(
            "Throughput by memory: PointRead, 8 threads, op/s",
            "Throughput by memory: RandomWrite, 1 thread, op/s");
    assertThat(tables.get(0).columns())
        .extracting(Column::head)
        .containsExactly("fits", "tight (8 GB)", "scarce");
    assertThat(tables.get(0).columns().get(0).detail()).isEqualTo("7.00GiB");
  }

  @Test
  void figuresAreShownAsMultiplesOfTheReferenceAndOfTheirOwnFirst() {
    Entry entry = entry(table(SampleViews.latency()), List.of("scarce", "lmdb"), "mean");
    assertThat(entry.ratio()).isCloseTo(0.1, within(1e-3));
    assertThat(entry.ofFirst()).isGreaterThan(10);
    assertThat(entry.ratios()).isEqualTo("0.10×, %.0f×".formatted(entry.ofFirst()));
  }

  @Test
  void publishedFiguresStandBesideOursAndThoseWeLackHaveRowsOfTheirOwn() {
    ViewTable table = table(SampleViews.latency());
    assertThat(table.columns())
        .extracting(Column::head)
        .containsExactly("mean", "p99", "published mean", "published p99");
    Entry there = entry(table, List.of("scarce", "rocksdb"), "published mean");
    assertThat(there.source()).isEqualTo("RocksDB");
    assertThat(there.text()).isEqualTo("1.34ms");
    assertThat(there.ofFirst()).isCloseTo(1338.88 / 40.86, within(1e-9));
    Entry terark = entry(table, List.of("scarce", "TerarkDB"), "published mean");
    assertThat(terark.ratio()).isCloseTo(6.67 / 1338.88, within(1e-9));
    // The size of memory that we lack stands where it was published.
    assertThat(table.rows().stream().map(row -> row.get(0)).distinct())
        .containsExactly("fits", "tight (8 GB)", "4 GB", "scarce");
  }

  @Test
  void cellsWithoutAFigureKeepTheirPlace() {
    List<ViewTable> tables = Pivot.tables(SampleViews.bars(), new Dimensions(SampleRun.ofSuite()));
    ViewTable updates =
        tables.stream()
            .filter(one -> one.title().contains("RandomWrite, 1"))
            .findAny()
            .orElseThrow();
    assertThat(entry(updates, List.of("mapdb"), "fits").text()).isEqualTo("FAILED");
    ViewTable inserts =
        tables.stream().filter(one -> one.title().contains("empty, 1")).findAny().orElseThrow();
    assertThat(entry(inserts, List.of("mysql"), "fits").text()).isEqualTo("unsupp.");
  }

  /** An axis given on the command line is one that no view of the suite's knows. */
  @Test
  void aDimensionThatTheViewDoesNotNameGetsATableForEachValue() {
    List<CellResult> results = new ArrayList<>();
    for (String codec : List.of("none", "zstd")) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", "lmdb", "compression", codec), 1, 2));
      results.addAll(Runs.rounds(Runs.cell("PointRead", "noop", "compression", codec), 3, 4));
      results.addAll(Runs.rounds(Runs.cell("PointRead", "rocksdb", "compression", codec), 3, 4));
    }
    List<ViewTable> tables =
        Pivot.tables(SampleViews.bars(), new Dimensions(Runs.run("cpu", results)));
    assertThat(tables)
        .extracting(ViewTable::title)
        .containsExactly(
            "Throughput by memory: PointRead, 2 threads, compression none, op/s",
            "Throughput by memory: PointRead, 2 threads, compression zstd, op/s");
    // The harness stands last.
    assertThat(tables.get(0).rows())
        .containsExactly(List.of("lmdb"), List.of("rocksdb"), List.of("noop"));
  }

  @Test
  void aCurveRunsByNumbersAndNotByTheOrderOfThePlan() {
    List<CellResult> results = new ArrayList<>();
    for (String memory : List.of("0.25x", "2.0x", "0.084x", "10x")) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", "lmdb", "memory", memory), 1, 2));
    }
    View curve =
        new View(
            "Curve",
            null,
            Kind.CURVE,
            List.of("speed"),
            List.of("candidate"),
            List.of("memory"),
            Map.of(),
            List.of(),
            null,
            null,
            null);
    assertThat(Pivot.tables(curve, new Dimensions(Runs.run("cpu", results))).get(0).columns())
        .extracting(Column::head)
        .containsExactly("0.084x", "0.25x", "2.0x", "10x");
  }

  /** A suite of several sizes of memory and threads used to rank nothing. */
  @Test
  void aSuiteHasARankingForEachWorkloadWithItsThreadsAndMemory() {
    List<ReportPage.Table> tables = new RankingTables(Analysis.of(SampleRun.ofSuite())).tables();
    // 9 throughputs and 2 times, with 3 sizes of memory.
    assertThat(tables).hasSize(33);
    assertThat(tables)
        .extracting(ReportPage.Table::measure)
        .doesNotHaveDuplicates()
        .contains(
            "RandomWrite, 6 threads, memory scarce",
            "PointRead service time p99, 8 threads, memory tight (8 GB)");
  }

  @Test
  void aMixIsAsMeasuredAtMeasuredSharesAndInterpolatedBetween() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(Runs.cell("PointRead", "a"), 1000, 1000));
    results.addAll(Runs.rounds(Runs.cell("ReadWriteMix", "a", "readPercent", "90"), 500, 500));
    results.addAll(Runs.rounds(Runs.cell("RandomWrite", "a"), 250, 250));
    results.addAll(Runs.rounds(Runs.cell("PointRead", "b"), 800, 800));
    results.addAll(Runs.rounds(Runs.cell("ReadWriteMix", "b", "readPercent", "90"), 100, 100));
    results.addAll(Runs.rounds(Runs.cell("RandomWrite", "c"), 50, 50));
    results.addAll(Runs.rounds(Runs.cell("RandomWrite", "d"), 40, 40));
    List<ReportPage.Table> tables =
        new RankingTables(Analysis.of(Runs.run("cpu", results))).tables();
    List<ReportPage.Mix> mixes = RankingTables.mixes(tables);
    assertThat(mixes).extracting(ReportPage.Mix::candidate).containsExactly("a", "b");
    assertThat(mixes)
        .extracting(ReportPage.Mix::measured)
        .containsExactly(List.of(0, 90, 100), List.of(90, 100));
    List<Double> a = mixes.get(0).speeds();
    assertThat(a).hasSize(101);
    assertThat(tables)
        .allSatisfy(
            table ->
                assertThat(table.rows())
                    .filteredOn(row -> row.candidate().equals("a"))
                    .extracting(ReportPage.Row::value)
                    .containsExactly(a.get(Objects.requireNonNull(table.readPercent()))));
    assertThat(a.get(90)).isCloseTo(500, Offset.offset(1e-9));
    // Half of 4 ms and half of 2 ms; half of 2 ms and half of 1 ms.
    assertThat(a.get(45)).isCloseTo(1000 / 3.0, Offset.offset(1e-9));
    assertThat(a.get(95)).isCloseTo(1000 / 1.5, Offset.offset(1e-9));
    assertThat(mixes.get(1).speeds()).hasSize(11);
  }

  /** Each stage of a chain begins with what the one before it has left. */
  @Test
  void stagesOfAChainAreNoMix() {
    List<CellResult> results = new ArrayList<>();
    for (String candidate : List.of("a", "b")) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", candidate, "stage", "1 read"), 1000));
      results.addAll(Runs.rounds(Runs.cell("RandomWrite", candidate, "stage", "2 write"), 250));
    }
    List<ReportPage.Table> tables =
        new RankingTables(Analysis.of(Runs.run("cpu", results))).tables();
    assertThat(tables).hasSize(2);
    assertThat(RankingTables.mixes(tables)).isEmpty();
  }

  @Test
  void aRunReadBackFromItsFolderHasTheSamePage() throws IOException {
    Manifest run = SampleRun.ofSuite();
    RunFolder runs = RunFolder.at(folder.resolve("run"));
    RunLog log = new RunLog(runs, run.origin());
    log.append(run.results());
    // A run that was killed: no result in its manifest, a line that was not written to its end.
    runs.write(SampleRun.with(SampleRun.stoppedAtOnce(), SampleViews.suite()));
    Files.writeString(runs.log(), "{\"cell\":{\"bench", StandardOpenOption.APPEND);
    assertThat(page(runs.read())).isEqualTo(page(run));
  }

  private static String page(Manifest run) {
    return new ReportPage(Analysis.of(run), ReportPage.FILES).page().render();
  }
}
