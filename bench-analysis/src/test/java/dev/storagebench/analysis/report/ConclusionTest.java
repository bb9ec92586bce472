package dev.storagebench.analysis.report;

import static dev.storagebench.analysis.compare.Runs.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Conclusion;
import dev.storagebench.analysis.conclusion.Conclusion.Answer;
import dev.storagebench.analysis.conclusion.Conclusion.Part;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.text.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class ConclusionTest {

  private static List<CellResult> reads(String... more) {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", more), 1000, 1050, 950, 1000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb", more), 500, 480, 520, 500));
    results.addAll(Runs.rounds(cell("PointRead", "mapdb", more), 250, 252, 248, 250));
    results.addAll(Runs.rounds(cell("PointRead", "noop", more), 9000, 9000, 9000, 9000));
    return results;
  }

  private static Answer first(List<CellResult> results) {
    return Conclusion.of(Runs.run("cpu", results)).parts().get(0).answers().get(0);
  }

  @Test
  void namesTheFastestAndHowFarTheNextIsBehindWithItsInterval() {
    Answer answer = first(reads());
    assertThat(answer.need()).isEqualTo("Reads");
    assertThat(answer.choice()).isEqualTo("lmdb");
    assertThat(answer.reasons())
        .singleElement()
        .asString()
        .matches(
            "999 op/s, 2\\.00× as fast as rocksdb, the runner-up \\(95 % interval 1\\.\\d+ to"
                + " 2\\.\\d+, 4 rounds\\)\\.");
  }

  private static List<CellResult> writes(String engine, double speed, double sustained) {
    return Runs.rounds(cell("Overwrite", engine), speed, speed).stream()
        .map(
            each ->
                Runs.with(
                    each,
                    List.of(new Score("sustained", sustained, "op/s", List.of(), List.of())),
                    null))
        .toList();
  }

  /** All write the same amount, but a fast one may slow down before the end. */
  @Test
  void saysThatAnotherOneIsAheadOnceItIsSustained() {
    List<CellResult> results = new ArrayList<>(writes("leveldb", 52_000, 9_700));
    results.addAll(writes("lmdb", 13_000, 13_000));
    Answer answer = first(results);
    assertThat(answer.choice()).startsWith("leveldb");
    assertThat(answer.reasons()).contains("Sustained, lmdb is ahead: 13.0k op/s, leveldb 9.70k.");
    results.addAll(writes("sqlite", 10_000, 10_000));
    assertThat(first(results).reasons())
        .contains("Sustained, lmdb is ahead: 13.0k op/s, leveldb 9.70k.");
    results.removeIf(each -> each.cell().label().equals("lmdb"));
    assertThat(first(results).reasons()).noneMatch(each -> each.startsWith("Sustained"));
  }

  private static SuiteInfo asking(View... views) {
    return new SuiteInfo(
        "memory",
        "How much memory?",
        "",
        "",
        List.of(views),
        List.of(),
        "",
        Map.of("memory", Map.of("0.5x", "8 GB")));
  }

  private static View question(Kind kind, List<String> columns, String... figures) {
    return new View(
        kind.name(),
        null,
        kind,
        List.of(figures),
        columns.isEmpty() ? List.of() : List.of("candidate"),
        columns,
        Map.of(),
        List.of(),
        "lmdb",
        null,
        null);
  }

  /** Two rounds of reads with memory of 2x, 0.5x and 0.1x. */
  private static List<CellResult> byMemory(double most, double half, double least) {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", "2x"), most, most));
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", "0.5x"), half, half));
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", "0.1x"), least, least));
    return results;
  }

  @Test
  void aSuitesOwnQuestionsAreAnsweredFirstAndWithTheLabelsOfThePublication() {
    List<CellResult> results = byMemory(1000, 950, 250);
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results),
            asking(
                question(Kind.DECLINE, List.of("memory"), "speed"),
                question(Kind.ENOUGH, List.of("memory"), "speed")));
    Conclusion conclusion = Conclusion.of(run);
    assertThat(conclusion.paragraphs())
        .startsWith(
            "DECLINE:",
            "lmdb: keeps 0.95 of its speed at memory 0.5x (8 GB) and 0.25 at 0.1x. Relative to"
                + " memory 2x.",
            "ENOUGH:",
            "lmdb: memory 0.5x (8 GB) is enough. The smallest with at least 90 % of its best speed.");
    assertThat(conclusion.caveats()).noneMatch(each -> each.contains("ranked"));
  }

  @Test
  void theLeastMemoryIsEnoughWhereMemoryDoesNotMatter() {
    List<CellResult> results = byMemory(1000, 1005, 1003);
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results), asking(question(Kind.ENOUGH, List.of("memory"), "speed")));
    assertThat(Conclusion.of(run).paragraphs())
        .contains(
            "lmdb: memory 0.1x is enough. The smallest with at least 90 % of its best speed.");
  }

  @Test
  void aDeclineBetweenTwoValuesHasOneShare() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", "2x"), 1000, 1000));
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", "0.1x"), 250, 250));
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results), asking(question(Kind.DECLINE, List.of("memory"), "speed")));
    assertThat(Conclusion.of(run).paragraphs())
        .startsWith(
            "DECLINE:", "lmdb: keeps 0.25 of its speed at memory 0.1x. Relative to memory 2x.");
  }

  @Test
  void aDeclineInManyStepsBeginsWithTheFirstAndTheLastOne() {
    List<CellResult> results = new ArrayList<>();
    Map<String, Double> speeds =
        Map.of("2x", 1000.0, "1x", 950.0, "0.7x", 800.0, "0.5x", 500.0, "0.1x", 250.0);
    for (String memory : List.of("2x", "1x", "0.7x", "0.5x", "0.1x")) {
      double speed = speeds.get(memory);
      results.addAll(Runs.rounds(cell("PointRead", "lmdb", "memory", memory), speed, speed));
    }
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results), asking(question(Kind.DECLINE, List.of("memory"), "speed")));
    assertThat(Conclusion.of(run).paragraphs())
        .contains(
            "lmdb: keeps 0.95 of its speed at memory 1x and 0.25 at 0.1x. Relative to memory 2x;"
                + " in between 0.80 at 0.7x, 0.50 at 0.5x (8 GB).");
  }

  @Test
  void costsAndTradesAreThoseBesideAReference() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb"), 1000, 1000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 680, 680));
    results.addAll(Runs.rounds(cell("PointRead", "sqlite"), 500, 500));
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results),
            asking(
                question(Kind.COST, List.of(), "speed"),
                question(Kind.TRADE, List.of(), "speed", "speed")));
    assertThat(Conclusion.of(run).paragraphs())
        .startsWith(
            "COST:",
            "speed: rocksdb costs 0.32 of lmdb's speed. sqlite costs 0.50.",
            "TRADE:",
            "speed: rocksdb takes 1.47 of lmdb's space and has 0.68 of its speed. sqlite 2.00 and"
                + " 0.50.");
  }

  @Test
  void ofTimesLessIsBetter() {
    List<CellResult> results = new ArrayList<>();
    for (String engine : List.of("lmdb", "rocksdb", "sqlite")) {
      double seconds = Map.of("lmdb", 2.0, "rocksdb", 6.0, "sqlite", 1.0).getOrDefault(engine, 0.0);
      results.add(
          Runs.with(
              Runs.measured(cell("PointRead", engine), 0, 1),
              List.of(new Score("alterTable", seconds, "s", List.of(), List.of())),
              null));
    }
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results), asking(question(Kind.COST, List.of(), "alterTable")));
    assertThat(Conclusion.of(run).paragraphs().get(1))
        .endsWith(": sqlite takes 0.50 times what lmdb takes. rocksdb takes 3.00 times.");
  }

  @Test
  void candidatesWithoutAShownDifferenceAreLevel() {
    List<CellResult> results = new ArrayList<>(reads());
    results.addAll(Runs.rounds(cell("PointRead", "sqlite"), 995, 1012, 985, 1001));
    Answer answer = first(results);
    assertThat(answer.choice()).isEqualTo("lmdb and sqlite: no clear winner");
    assertThat(answer.reasons().get(0))
        .contains("rocksdb", "sqlite is not significantly slower at 1.00×");
  }

  @Test
  void ofManyLevelCandidatesSomeAreNamed() {
    List<CellResult> results = new ArrayList<>();
    for (int version = 1; version <= 9; version++) {
      results.addAll(Runs.rounds(cell("PointRead", "v" + version), 995, 1012, 985, 1001));
    }
    assertThat(first(results).choice()).matches("(v\\d, ){3}v\\d and 5 others: no clear winner");
  }

  @Test
  void aWideIntervalDecidesNothing() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb"), 1000, 300, 2000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 500, 900, 400));
    Answer answer = first(results);
    assertThat(answer.choice()).isEqualTo("undecided between lmdb and rocksdb");
    assertThat(answer.reasons().get(0)).contains("rocksdb is undecided");
  }

  @Test
  void howManyRoundsWouldDecideIsSaidOnceForAllThatAreUndecided() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb"), 1000, 300, 2000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 500, 900, 400));
    results.addAll(Runs.rounds(cell("PointRead", "sqlite"), 300, 1200, 500));
    assertThat(first(results).reasons().get(0))
        .containsPattern(
            "(rocksdb|sqlite) at 0\\.\\d+× .*(rocksdb|sqlite) at 0\\.\\d+× .*are undecided")
        .containsOnlyOnce("--resume");
  }

  @Test
  void aShorterTailAndFailuresContradictTheChoice() {
    List<CellResult> results = new ArrayList<>(reads());
    results.addAll(times("lmdb", 900_000));
    results.addAll(times("rocksdb", 90_000));
    results.add(
        new CellResult(
            cell("PointRead", "h2"),
            0,
            Status.FAILED,
            "!",
            1,
            null,
            List.of(),
            null,
            null,
            List.of(),
            null));
    assertThat(first(results).reasons())
        .contains("By p99 rocksdb is ahead: 90.0µs, lmdb 900µs.", "h2 FAILED in 1 of 1 rounds.");
  }

  private static List<CellResult> times(String engine, long nanos) {
    Cell of = cell("PointRead", engine);
    Cell sampled =
        new Cell(
            of.benchmark(),
            Mode.SampleTime,
            of.threads(),
            of.parameters(),
            of.timing(),
            of.rounds(),
            0);
    Histogram histogram = new Histogram(3);
    List<CellResult> results = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      histogram.recordValueWithCount(nanos + round, 100);
      results.add(
          new CellResult(
              sampled,
              round,
              Status.MEASURED,
              null,
              1,
              new Score("primary", nanos, "us/op", List.of(), List.of()),
              List.of(),
              OperationTimes.encode(histogram),
              null,
              List.of(),
              null));
    }
    return results;
  }

  @Test
  void eachMemoryLimitHasItsOwnPart() {
    List<CellResult> results = new ArrayList<>(reads("memory", "2x"));
    results.addAll(reads("memory", "0.1x"));
    assertThat(Conclusion.of(Runs.run("cpu", results)).parts())
        .extracting(Part::conditions)
        .containsExactly("memory 2x", "memory 0.1x");
  }

  @Test
  void oneEngineBesideTheHarnessIsNotAComparison() {
    List<CellResult> results = new ArrayList<>(reads());
    results.removeIf(each -> !List.of("lmdb", "noop").contains(each.cell().label()));
    assertThat(Conclusion.of(Runs.run("cpu", results)).caveats())
        .contains("Only lmdb is ranked; noop is the harness's own cost.");
  }

  @Test
  void aServerBesideEmbeddedEnginesIsSaidToBeOne() {
    List<CellResult> results = new ArrayList<>(reads());
    results.addAll(Runs.rounds(cell("PointRead", "old=mysql"), 100, 101, 99, 100));
    assertThat(Conclusion.of(Runs.run("cpu", results)).caveats())
        .anyMatch(
            each ->
                each.startsWith("Accessed over a connection, one statement per operation: old."));
  }

  @Test
  void anOverloadedMachineVoidsTheRunAboveEverythingElse() {
    Manifest run =
        SampleRun.loaded(Runs.run("cpu", reads()), "load average 9.10 on 2 processors: x");
    assertThat(RunText.render(run, TextStyle.NONE))
        .startsWith("These figures are not valid: this machine: load average 9.10");
    assertThat(RunWarnings.of(run)).noneMatch(each -> each.text().contains("load average"));
    assertThat(Conclusion.of(run).invalid()).hasSize(1);
    assertThat(Conclusion.of(run).parts().get(0).answers())
        .allMatch(each -> each.choice().startsWith("void ("));
    assertThat(RunText.verdict(run, TextStyle.NONE).lines())
        .startsWith(
            "These figures are not valid: this machine: load average 9.10 on 2 processors: x")
        .anyMatch(line -> line.startsWith("Verdict for ") && line.endsWith(": void"))
        .anyMatch(line -> line.startsWith("Reads: void (lmdb). 999 op/s"));
    assertThat(RunText.markdown(run)).containsOnlyOnce("**These figures are not valid: ");
    Manifest busy = SampleRun.loaded(run, "load average 1.10 on 2 processors: x");
    assertThat(Conclusion.of(busy).invalid()).isEmpty();
    assertThat(RunWarnings.of(busy)).anyMatch(each -> each.text().contains("load average 1.10"));
  }

  @Test
  void theSampleRunHasAPartForEachMemoryAndNeverRecommendsWhatFailed() {
    Conclusion conclusion = Conclusion.of(SampleRun.whole());
    assertThat(conclusion.parts())
        .extracting(Part::conditions)
        .containsExactly("memory fits", "memory tight", "memory scarce", "The loaded store");
    assertThat(conclusion.parts().get(0).answers())
        .extracting(Answer::need)
        .startsWith("Reads", "95 % reads", "99 % reads")
        .contains("RandomWrite empty, 6 threads", "Writes, 3 threads");
    assertThat(conclusion.caveats())
        .anyMatch(
            each -> each.startsWith("mysql: ") && each.contains(" unsupported; see warnings"));
  }
}
