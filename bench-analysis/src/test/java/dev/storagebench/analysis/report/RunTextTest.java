package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.TextStyle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTextTest {
  private static final Analysis WHOLE = Analysis.of(SampleRun.whole());

  @Test
  void tablesHaveTheTerminalsWidthAndOnPaperTheirOwnWithoutEscapes() {
    String paper = RunText.of(WHOLE).text(TextStyle.NONE);
    assertThat(paper).doesNotContain("\u001b").contains("FAILED", "unsupp.");
    String text =
        RunText.of(WHOLE)
            .text(
                new TextStyle() {
                  @Override
                  public String paint(Tone tone, String words) {
                    return words;
                  }

                  @Override
                  public int columns() {
                    return 80;
                  }
                });
    assertThat(text.lines())
        .filteredOn(line -> line.startsWith(" "))
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.length() <= 80);
    assertThat(paper.lines().count()).isLessThan(text.lines().count());
  }

  @Test
  void theConditionsAreSaidInWords() {
    assertThat(RunFacts.conditions(WHOLE.dimensions()))
        .startsWith("1,000 records of amazon:")
        .endsWith("; durability process; compression snappy");
    assertThat(RunFacts.conditions(new Dimensions(SampleRun.stoppedAtOnce())))
        .startsWith("amazon:");
  }

  @Test
  void theBestFigureOfAColumnIsInColorAndSoIsWhatIsMissing() {
    String text = RunText.of(WHOLE).text((tone, words) -> tone + "(" + words + ")");
    assertThat(text).contains("BAD(FAILED)", "DOUBT(unsupp.)");
    assertThat(text.lines())
        .filteredOn(line -> line.contains("GOOD("))
        .isNotEmpty()
        .allMatch(line -> line.contains(" lmdb ") || line.contains("GOOD(1.00)"));
  }

  @Test
  void noFigureOfOneRoundIsInColorOrBold() {
    List<CellResult> once = new ArrayList<>(Runs.rounds(Runs.cell("PointRead", "lmdb"), 9, 9));
    once.addAll(Runs.rounds(Runs.cell("PointRead", "rocksdb"), 5));
    for (List<CellResult> each : List.of(once, once.subList(1, 3))) {
      Analysis run = Analysis.of(Runs.run("cpu", each));
      assertThat(RunText.of(run).text((tone, words) -> tone + "(" + words + ")"))
          .doesNotContain("GOOD(");
      assertThat(Pivot.whole(DefaultViews.view("speeds"), run.dimensions()).orElseThrow().leading())
          .allSatisfy(row -> assertThat(row).containsOnly(false));
    }
  }

  @Test
  void noRowAndNoColumnStandsThereBeforeItIsMeasured() {
    Cell read = Runs.cell("PointRead", "lmdb");
    Cell write = Runs.cell("RandomWrite", "lmdb");
    Manifest all =
        Runs.run(
            "cpu",
            List.of(
                Runs.measured(read, 0, 9),
                Runs.measured(write, 0, 9),
                Runs.measured(Runs.cell("PointRead", "h2"), 0, 9)));
    Manifest first = Runs.with(all, List.of(Runs.measured(read, 0, 9)));
    assertThat(RunText.interim(first, TextStyle.NONE))
        .contains("lmdb", "PointRead")
        .doesNotContain("pending", "h2", "RandomWrite");
  }

  @Test
  void readAheadIsToldWhereMemoryIsShort() {
    String warning = "the disk reads 8,192 KiB ahead, which matters";
    for (String memory : List.of("none", "0.33x")) {
      List<CellResult> results = Runs.rounds(Runs.cell("PointRead", "lmdb", "memory", memory), 9);
      Manifest run = SampleRun.loaded(Runs.run("cpu", results), warning);
      assertThat(StartText.notes(run, TextStyle.NONE).contains(warning))
          .isEqualTo(!memory.equals("none"));
    }
  }

  /** A terminal has room for 40 lines, of which a progress line and a prompt take some. */
  @Test
  void theVerdictIsALineForEachWorkloadWithAtMostThreeNotes() {
    List<CellResult> results = new ArrayList<>();
    for (String workload : List.of("PointRead", "ReadWriteMix", "RandomWrite")) {
      results.addAll(Runs.rounds(Runs.cell(workload, "lmdb"), 1000, 1010));
      results.addAll(Runs.rounds(Runs.cell(workload, "rocksdb"), 500, 505));
    }
    RunText text = new RunText(Analysis.of(Runs.run("cpu", results)), TextStyle.NONE);
    assertThat(text.verdict().lines()).hasSizeLessThanOrEqualTo(1 + 3 + 3 + 1);
    assertThat(text.tables().lines()).hasSizeLessThanOrEqualTo(14);
    assertThat(text.tables()).doesNotContain("±").contains("Speed relative to the best");
    assertThat(RunText.of(text.analysis()).text(text.style())).contains("±");
  }
}
