package dev.storagebench.analysis.report;

import static dev.storagebench.analysis.compare.Runs.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Finding;
import dev.storagebench.analysis.conclusion.Note;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

/** The findings of a run, and their words. */
class FindingsTest {

  private static List<CellResult> reads(String... more) {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb", more), 1000, 1050, 950, 1000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb", more), 500, 480, 520, 500));
    results.addAll(Runs.rounds(cell("PointRead", "mapdb", more), 250, 252, 248, 250));
    results.addAll(Runs.rounds(cell("PointRead", "noop", more), 9000, 9000, 9000, 9000));
    return results;
  }

  private static Analysis analysis(List<CellResult> results) {
    return Analysis.of(Runs.run("cpu", results));
  }

  private static FindingText first(List<CellResult> results) {
    return FindingText.of(analysis(results)).get(0);
  }

  private static List<String> paragraphs(Manifest run) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    for (FindingText each : FindingText.of(Analysis.of(run))) {
      sections
          .computeIfAbsent(each.section(), title -> new ArrayList<>(List.of(title)))
          .add(each.paragraph());
    }
    return sections.values().stream().flatMap(List::stream).toList();
  }

  @Test
  void theSlowestIsNamedWithItsReview() {
    assertThat(notes(reads()))
        .contains("The slowest of a workload; why, in the review: mapdb docs/engines/mapdb.md.");
  }

  private static List<String> notes(List<CellResult> results) {
    return analysis(results).notes().stream().map(Note::text).toList();
  }

  @Test
  void namesTheFastestAndHowFarTheNextIsBehindWithItsInterval() {
    FindingText answer = first(reads());
    assertThat(answer.need()).isEqualTo("Reads");
    assertThat(answer.choice()).isEqualTo("lmdb");
    assertThat(answer.reasons())
        .singleElement()
        .asString()
        .matches("999 op/s, 2\\.00 × rocksdb \\(1\\.\\d+ to 2\\.\\d+\\)\\.");
    Finding finding = analysis(reads()).findings().findFirst().orElseThrow();
    assertThat(finding.decided()).isTrue();
    assertThat(finding.standings())
        .extracting(Finding.Standing::name)
        .containsExactly("lmdb", "rocksdb", "mapdb");
  }

  /** A finding of one round is never printed as decided. */
  @Test
  void oneRoundDecidesNothing() {
    List<CellResult> once = reads().stream().filter(each -> each.round() == 0).toList();
    assertThat(first(once).choice()).isEqualTo("lmdb (one round only)");
    assertThat(first(once).decided()).isFalse();
    assertThat(RunText.of(analysis(once)).markdown())
        .contains("- Reads: lmdb (one round only). 1.00k op/s, 2.00 × rocksdb.")
        .doesNotContain("**lmdb");
    Manifest asked =
        SampleRun.with(Runs.run("cpu", once), asking(question(Kind.COST, List.of(), "speed")));
    assertThat(paragraphs(asked))
        .contains("speed: rocksdb 0.50 × lmdb; mapdb 0.25 × (one round only).");
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
    FindingText answer = first(results);
    assertThat(answer.choice()).startsWith("leveldb");
    assertThat(answer.reasons()).contains("Sustained, lmdb is ahead: 13.0k op/s, leveldb 9.70k.");
    results.addAll(writes("sqlite", 10_000, 10_000));
    assertThat(first(results).reasons())
        .contains("Sustained, lmdb is ahead: 13.0k op/s, leveldb 9.70k.");
    results.removeIf(each -> each.cell().label().equals("lmdb") && each.round() > 0);
    assertThat(first(results).reasons())
        .contains("Sustained, lmdb is ahead: 13.0k op/s, leveldb 9.70k (one round).");
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
    assertThat(paragraphs(run))
        .startsWith(
            "DECLINE",
            "memory 0.5x (8 GB), relative to memory 2x: lmdb 0.95 ×.",
            "memory 0.1x, relative to memory 2x: lmdb 0.25 ×.",
            "ENOUGH",
            "lmdb: memory 0.5x (8 GB). 0.95 × its best speed, at memory 2x; no smaller one has 0.90"
                + " ×.");
    assertThat(Analysis.of(run).notes()).noneMatch(each -> each.kind() == Note.Kind.ONE_CANDIDATE);
  }

  @Test
  void theLeastMemoryIsEnoughWhereMemoryDoesNotMatter() {
    List<CellResult> results = byMemory(1000, 1005, 1003);
    Manifest run =
        SampleRun.with(
            Runs.run("cpu", results), asking(question(Kind.ENOUGH, List.of("memory"), "speed")));
    assertThat(paragraphs(run))
        .contains(
            "lmdb: memory 0.1x. 1.00 × its best speed, at memory 0.5x (8 GB); no smaller one has"
                + " 0.90 ×.");
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
    String ratios = "speed: rocksdb 0.68 × lmdb; sqlite 0.50 ×.";
    assertThat(paragraphs(run)).startsWith("COST", ratios, "TRADE", ratios, ratios);
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
    assertThat(paragraphs(run).get(1))
        .endsWith(": sqlite 0.50 × lmdb; rocksdb 3.00 × (one round only).");
  }

  @Test
  void candidatesWithoutAShownDifferenceAreLevel() {
    List<CellResult> results = new ArrayList<>(reads());
    results.addAll(Runs.rounds(cell("PointRead", "sqlite"), 995, 1012, 985, 1001));
    FindingText answer = first(results);
    assertThat(answer.choice()).isEqualTo("lmdb and sqlite: no clear winner");
    assertThat(answer.reasons().get(0)).contains("rocksdb", "sqlite 1.00 × (", ", n.s.)");
  }

  @Test
  void ofManyLevelCandidatesSomeAreNamed() {
    List<CellResult> results = new ArrayList<>();
    for (int version = 1; version <= 9; version++) {
      results.addAll(Runs.rounds(cell("PointRead", "v" + version), 995, 1012, 985, 1001));
    }
    FindingText answer = first(results);
    assertThat(answer.choice()).matches("(v\\d, ){3}v\\d and 5 others: no clear winner");
    assertThat(answer.reasons().get(0)).contains("n.s.); 4 others 1.00 to 1.00 ×");
  }

  @Test
  void aWideIntervalDecidesNothing() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb"), 1000, 300, 2000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 500, 900, 400));
    FindingText answer = first(results);
    assertThat(answer.choice()).isEqualTo("undecided between lmdb and rocksdb");
    assertThat(answer.reasons().get(0)).contains("rocksdb 0.", "undecided");
  }

  @Test
  void howManyRoundsWouldDecideIsSaidOnceForAllThatAreUndecided() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(cell("PointRead", "lmdb"), 1000, 300, 2000));
    results.addAll(Runs.rounds(cell("PointRead", "rocksdb"), 500, 900, 400));
    results.addAll(Runs.rounds(cell("PointRead", "sqlite"), 300, 1200, 500));
    assertThat(first(results).reasons().get(0))
        .containsPattern(
            "(rocksdb|sqlite) 0\\.\\d+ × \\(undecided\\); (rocksdb|sqlite) 0\\.\\d+ × .*")
        .containsOnlyOnce("a decision needs a run of");
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
  void eachMemoryLimitHasItsOwnFinding() {
    List<CellResult> results = new ArrayList<>(reads("memory", "2x"));
    results.addAll(reads("memory", "0.1x"));
    assertThat(analysis(results).findings())
        .extracting(Finding::need)
        .containsExactly("Reads, memory 2x", "Reads, memory 0.1x");
  }

  @Test
  void oneEngineBesideTheHarnessIsNotAComparison() {
    List<CellResult> results = new ArrayList<>(reads());
    results.removeIf(each -> !List.of("lmdb", "noop").contains(each.cell().label()));
    assertThat(notes(results)).contains("Only one candidate: nothing to compare.");
  }

  @Test
  void aServerBesideEmbeddedEnginesIsSaidToBeOne() {
    List<CellResult> results = new ArrayList<>(reads());
    results.addAll(Runs.rounds(cell("PointRead", "old=mysql"), 100, 101, 99, 100));
    assertThat(notes(results))
        .anyMatch(
            each ->
                each.startsWith("Accessed over a connection, one statement per operation: old."));
  }

  @Test
  void anOverloadedMachineVoidsTheRunAboveEverythingElse() {
    Manifest run =
        SampleRun.loaded(Runs.run("cpu", reads()), "load average 9.10 on 2 processors: x");
    RunText text = new RunText(Analysis.of(run), TextStyle.NONE);
    assertThat(RunText.of(text.analysis()).text(text.style()))
        .startsWith("These figures are not valid: this machine: load average 9.10");
    assertThat(RunWarnings.of(run)).noneMatch(each -> each.text().contains("load average"));
    assertThat(text.analysis().invalid()).hasSize(1);
    assertThat(FindingText.of(text.analysis()))
        .allMatch(each -> each.choice().startsWith("void (") && !each.decided());
    assertThat(text.verdict().lines())
        .startsWith(
            "These figures are not valid: this machine: load average 9.10 on 2 processors: x")
        .anyMatch(line -> line.startsWith("Verdict for ") && line.endsWith(": void"))
        .anyMatch(line -> line.startsWith("Reads: void (lmdb). 999 op/s"));
    assertThat(RunText.of(text.analysis()).markdown())
        .containsOnlyOnce("**These figures are not valid: ");
    Manifest busy = SampleRun.loaded(run, "load average 1.10 on 2 processors: x");
    assertThat(Analysis.of(busy).isVoid()).isFalse();
    assertThat(RunWarnings.of(busy)).anyMatch(each -> each.text().contains("load average 1.10"));
  }

  @Test
  void theSampleRunHasAFindingForEachWorkloadAndMemory() {
    Analysis analysis = Analysis.of(SampleRun.whole());
    assertThat(analysis.findings())
        .extracting(Finding::need)
        .startsWith("Reads, memory fits", "95 % reads, memory fits", "99 % reads, memory fits")
        .contains("RandomWrite empty, 6 threads, memory tight", "Writes, 3 threads, memory scarce");
    assertThat(analysis.notes())
        .extracting(Note::text)
        .anyMatch(
            each -> each.startsWith("mysql: ") && each.contains(" unsupported; see warnings"));
  }
}
