package dev.storagebench.analysis.report;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.CsvResults;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell has one score, whoever shows it; and what it was measured with decides who is ranked. */
class OneFigureTest {
  @TempDir private Path folder = Path.of("");

  /** Medians, means of iterations and means of rounds of these all differ. */
  private static Manifest run() {
    List<CellResult> results = new ArrayList<>();
    Cell lmdb = cell("PointRead", "lmdb");
    results.add(measured(lmdb, 0, 1_000, 1_000, 4_000));
    results.add(measured(lmdb, 1, 7_000, 8_000, 9_000));
    Cell rocksdb = cell("PointRead", "rocksdb");
    results.add(measured(rocksdb, 0, 500, 600, 700));
    results.add(measured(rocksdb, 1, 500, 600, 700));
    return Runs.run("cpu", results);
  }

  private static FindingText answer(Manifest run) {
    return FindingText.of(Analysis.of(run)).get(0);
  }

  @Test
  void allOutputsShowTheSameScore() throws IOException {
    // The geometric mean of the forks' means 2,000 and 8,000.
    double score = 4_000;
    String shown = Figures.rate(score);
    Manifest run = run();
    CellScore of = CellScore.of(CellScore.SPEED, run.results().subList(0, 2)).orElseThrow();
    assertThat(of.value()).isCloseTo(score, within(1e-9));
    // A factor above 100 is no information.
    assertThat(of.low()).isNaN();
    Analysis analysis = Analysis.of(run);
    assertThat(RunText.of(analysis).text(TextStyle.NONE)).containsPattern("lmdb +" + shown + "\\R");
    assertThat(RunText.of(analysis).markdown())
        .contains("| lmdb | " + shown + " |", "| PointRead | 1.00 |");
    assertThat(answer(run).paragraph()).contains(shown + " op/s");
    assertThat(new RankingTables(analysis).tables().get(0).rows().get(0).figure()).isEqualTo(shown);
    ViewTable figures = DefaultViews.figures(analysis.dimensions());
    assertThat(figures).isNotNull();
    assertThat(figures.entries().get(0).get(0).text()).isEqualTo(shown);
    RunComparison.Row compared = RunComparison.of(run, run).ratios().get(0);
    assertThat(compared.before().value()).isCloseTo(score, within(1e-9));
    Path csv = folder.resolve("results.csv");
    CsvResults.write(run.results(), csv);
    assertThat(Files.readAllLines(csv))
        .filteredOn(line -> line.contains(",lmdb,") && line.contains(",score,"))
        .singleElement()
        .asString()
        .matches(".*,score,,,(4000\\.0|3999\\.99|4000\\.00)[0-9]*,op/s,.*");
  }

  @Test
  void oneRoundHasNoIntervalAndIsNotCalledSlower() {
    List<CellResult> once = run().results().stream().filter(each -> each.round() == 0).toList();
    Manifest run = Runs.run("cpu", once);
    assertThat(CellScore.of(CellScore.SPEED, once.subList(0, 1)).orElseThrow().low()).isNaN();
    Analysis analysis = Analysis.of(run);
    assertThat(new RankingTables(analysis).tables().get(0).rows().get(1).relativeTo().values())
        .extracting(ReportPage.Multiple::verdict)
        .containsOnly("one round: no interval", "reference");
    assertThat(answer(run).choice()).isEqualTo("lmdb (one round only)");
    assertThat(RunText.of(analysis).text(TextStyle.NONE))
        .contains("Only one round was measured")
        .doesNotContain("slower", "±", "Speed relative");
  }

  private static CellResult applied(CellResult result, AppliedSetting setting) {
    CellReport report =
        new CellReport(
            null, null, null, null, null, List.of(setting), null, null, null, null, null);
    return new CellResult(
        result.cell(),
        result.round(),
        Status.MEASURED,
        null,
        1,
        result.score(),
        List.of(),
        null,
        report,
        List.of(),
        null);
  }

  @Test
  void onlyWorkloadsThatWriteAreMarkedForTheirDurability() {
    Map<Cell, String> marks =
        Map.of(
            cell("Transaction", "mysql", "workload", "point_select"), "",
            cell("Scan", "lmdb"), "",
            cell("PointRead", "lmdb"), "",
            cell("RandomWrite", "lmdb"), "*",
            // No file that a run names is read.
            cell("Transaction", "mysql", "workload", "file:/dev/zero"), "*");
    AppliedSetting stronger = new AppliedSetting("durability", "sync", Role.REPLACED, "its least");
    marks.forEach(
        (cell, mark) ->
            assertThat(
                    Mark.signs(
                        MissingResults.marks(
                            CellScore.SPEED, List.of(applied(measured(cell, 0, 1000), stronger)))))
                .as(cell.toString())
                .isEqualTo(mark));
  }

  /** Mark, table, color and ranking: the fastest did less than it was asked for. */
  @Test
  void aCellThatIsWeakerThanAskedIsMarkedAndNeverBest() {
    List<CellResult> results = new ArrayList<>(run().results());
    Cell weaker = cell("PointRead", "mapdb");
    for (int round = 0; round < 2; round++) {
      results.add(
          applied(
              measured(weaker, round, 90_000),
              new AppliedSetting("compression", "none", Role.WEAKENED, "has no zstd")));
    }
    Manifest run = Runs.run("cpu", results);
    FindingText answer = answer(run);
    assertThat(answer.choice()).contains("lmdb").doesNotContain("mapdb");
    assertThat(answer.reasons())
        .contains(
            "mapdb† reaches 22.5 × lmdb (the interval is too wide to say anything), with weaker settings than requested.");
    String text = RunText.of(Analysis.of(run)).text((tone, words) -> tone + "(" + words + ")");
    assertThat(text)
        .contains(
            "90.0k†",
            "DOUBT(22.5† (",
            "† mapdb: compression none instead of the default; shown, not ranked.")
        .doesNotContain("GOOD(90.0k")
        .containsPattern("GOOD\\(4.00k");
    results.removeIf(each -> each.round() > 0 && each.cell().equals(weaker));
    assertThat(answer(Runs.run("cpu", results)).reasons())
        .anyMatch(each -> each.contains(" × lmdb (one round), with weaker settings"));
  }

  /** Candidates are what is compared; several of them may be one engine. */
  @Test
  void twoCandidatesOfOneEngineAreRivals() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "old=rocksdb@8.11.4"), 100, 101));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 200, 201));
    FindingText answer = answer(Runs.run("cpu", results));
    assertThat(answer.choice()).isEqualTo("rocksdb");
    assertThat(answer.reasons().get(0)).startsWith("200 op/s, 2.00 × old (");
  }

  /** What cells were asked for besides names their table, so that no two have one name. */
  @Test
  void measuresOfOneNameAreToldApartByTheirParameters() {
    List<CellResult> results = new ArrayList<>();
    for (String codec : List.of("none", "zstd")) {
      results.addAll(Runs.rounds(cell("PointRead", "lmdb", "compression", codec), 1, 2));
      results.addAll(Runs.rounds(cell("PointRead", "rocksdb", "compression", codec), 3, 4));
    }
    assertThat(new RankingTables(Analysis.of(Runs.run("cpu", results))).tables())
        .extracting(ReportPage.Table::measure)
        .containsExactly(
            "PointRead, 2 threads, compression none", "PointRead, 2 threads, compression zstd");
  }
}
