package dev.storagebench.analysis.compare;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static dev.storagebench.analysis.compare.Runs.rounds;
import static dev.storagebench.analysis.compare.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.RunComparison.Row;
import dev.storagebench.analysis.report.ComparisonText;
import dev.storagebench.analysis.report.Document;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.text.TextStyle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
  private static Manifest manifest(String processor, List<List<CellResult>> results) {
    List<CellResult> all = new ArrayList<>();
    results.forEach(all::addAll);
    return run(processor, all);
  }

  private final Manifest before =
      manifest(
          "old one",
          List.of(
              rounds(cell("PointRead", "lmdb", "block", "4k"), 100, 101, 99, 100),
              rounds(cell("RandomWrite", "lmdb", "block", "4k"), 50, 51, 49, 50),
              rounds(cell("PointRead", "mapdb", "block", "4k"), 7, 7)));
  private final Manifest after =
      manifest(
          "new | one",
          List.of(
              rounds(cell("PointRead", "lmdb", "block", "16k"), 80, 81, 79, 80),
              rounds(cell("RandomWrite", "lmdb", "block", "16k"), 50, 49, 51, 50),
              rounds(cell("PointRead", "rocksdb", "block", "16k"), 9, 9)));

  @Test
  void cellsThatDifferInWhatTheRunsDifferInAreCompared() {
    RunComparison comparison = RunComparison.of(before, after);
    assertThat(comparison.ratios()).extracting(Row::candidate).containsExactly("lmdb", "lmdb");
    Row reads = comparison.ratios().get(0);
    assertThat(reads.before().value()).isCloseTo(100, within(0.1));
    assertThat(reads.after().value()).isCloseTo(80, within(0.1));
    assertThat(reads.ratio().ratio()).isCloseTo(0.8, within(0.001));
    assertThat(reads.ratio().verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(comparison.ratios().get(1).ratio().verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
  }

  /** A load asks for no durability, so the run as a whole has two values of it. */
  @Test
  void theOnlyCellOfItsKindIsComparedWhateverItsSettings() {
    Manifest old =
        manifest(
            "cpu",
            List.of(
                rounds(cell("PointRead", "lmdb", "durability", "process"), 5, 5),
                rounds(cell("Load", "lmdb", "durability", "none"), 9, 9)));
    Manifest now =
        manifest(
            "cpu",
            List.of(
                rounds(cell("PointRead", "lmdb", "durability", "none"), 6, 6),
                rounds(cell("Load", "lmdb", "durability", "none"), 9, 9)));
    RunComparison comparison = RunComparison.of(old, now);
    assertThat(comparison.ratios()).hasSize(2);
    assertThat(comparison.onlyOld()).isEmpty();
    assertThat(comparison.differences())
        .contains(new Difference("durability", "none, process", "none"));
  }

  @Test
  void whatOnlyOneRunHasIsNamed() {
    RunComparison comparison = RunComparison.of(before, after);
    assertThat(comparison.onlyOld()).containsExactly("mapdb PointRead, 2 threads");
    assertThat(comparison.onlyNew()).containsExactly("rocksdb PointRead, 2 threads");
  }

  @Test
  void whatDiffersIsNamedWithBothValues() {
    assertThat(RunComparison.of(before, after).differences())
        .contains(
            new Difference("block", "4k", "16k"),
            new Difference("processor", "old one", "new | one"),
            new Difference("engine", "lmdb, mapdb", "lmdb, rocksdb"))
        .extracting(Difference::what)
        .doesNotContain("memory", "JVM", "system");
    assertThat(RunComparison.of(before, before).differences()).isEmpty();
  }

  @Test
  void tlsOfOneRunIsADifference() {
    Manifest plain = Runs.run("cpu", List.of(overTls("none")));
    Manifest verified = Runs.run("cpu", List.of(overTls("verified")));
    assertThat(RunComparison.of(plain, verified).differences())
        .containsExactly(new Difference("TLS of mysql", "none", "verified"));
    // It is no setting of a plan, so it keeps no run from being resumed.
    assertThat(
            plain.obstacles(Runs.run("cpu", List.of(measured(cell("PointRead", "mysql"), 0, 1)))))
        .isEmpty();
  }

  private static CellResult overTls(String tls) {
    CellReport report =
        CellReport.of(
            new CellReport.Engine("mysql", "8.0.33", "jdbc:mysql://db/bench"),
            null,
            new SettingsReport().own(AppliedSetting.TLS, tls, "").settings());
    return Runs.with(measured(cell("PointRead", "mysql"), 0, 1), List.of(), report);
  }

  @Test
  void aRegressionIsOneBeyondDoubtOnly() {
    RunComparison comparison = RunComparison.of(before, after);
    assertThat(comparison.regressions(0.1)).hasSize(1);
    // The ratio is 0.8, but its interval reaches above 0.79.
    assertThat(comparison.regressions(0.21)).isEmpty();
    assertThat(comparison.regressions(0.195)).isEmpty();
    assertThat(RunComparison.of(before, before).regressions(0.01)).isEmpty();
  }

  @Test
  void aRunUnderAProfilerIsAWarningEvenIfBothWere() {
    Manifest profiled = Runs.with(before, List.of("jfr"), before.origin());
    assertThat(RunComparison.of(before, after).warnings()).isEmpty();
    RunComparison comparison = RunComparison.of(profiled, profiled);
    assertThat(comparison.warnings()).hasSize(2).allMatch(each -> each.contains("profiler (jfr)"));
    Document text = ComparisonText.of(comparison, "runs/old", "runs/new");
    assertThat(text.text(TextStyle.NONE))
        .contains("Warning: the old run was measured under a profiler");
    assertThat(text.markdown()).contains("Warning: the new run was measured under a profiler");
    assertThat(RunComparison.of(before, profiled).differences())
        .contains(new Difference("profilers", "none", "jfr"));
  }

  @Test
  void verdictsAreColoredAndTheTableFits80Columns() {
    Document text = ComparisonText.of(RunComparison.of(before, after), "runs/old", "runs/new");
    assertThat(text.text((tone, words) -> tone + "(" + words + ")")).contains("BAD(slower)");
    assertThat(text.text(TextStyle.NONE).lines())
        .filteredOn(line -> line.startsWith(" "))
        .isNotEmpty()
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void markdownKeepsItsTableWhateverTheNames() {
    String text =
        ComparisonText.of(RunComparison.of(before, after), "runs/old", "runs/new").markdown();
    assertThat(text)
        .contains("| PointRead op/s | lmdb | 100 |", "| slower |", "new \\| one", "Only in the old")
        .doesNotContain("new | one");
  }
}
