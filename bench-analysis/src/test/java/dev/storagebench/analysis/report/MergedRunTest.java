package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.Machines;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedRunTest {
  private static final Cell ROCKSDB = Runs.cell("PointRead", "rocksdb");
  private static final Cell LMDB = Runs.cell("PointRead", "lmdb");

  @TempDir private Path folder = Path.of("");

  /** Rounds from this one on; the ratio of both speeds is the same in all of them but for 1 %. */
  private static List<CellResult> rounds(int from, int count, double speed, double ratio) {
    List<CellResult> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      results.add(Runs.measured(ROCKSDB, from + i, speed * (1 + i / 100.0)));
      results.add(Runs.measured(LMDB, from + i, speed * ratio));
    }
    return results;
  }

  private Path run(String host, List<CellResult> results) throws IOException {
    return run(host, host, "cpu", results);
  }

  private Path run(String name, String host, String processor, List<CellResult> results)
      throws IOException {
    return write(name, Runs.on(Runs.run(processor, results), host));
  }

  private Path write(String name, Manifest run) throws IOException {
    Path path = folder.resolve(name);
    StoredRun.write(run, RunFolder.at(path));
    return path;
  }

  private static Ratio lmdb(Manifest run) {
    return Ranking.of(run.results()).tables().values().iterator().next().get(1);
  }

  @Test
  void roundsOfOnePlanBecomeOneRunWithAllOfThemOnce() throws Exception {
    Manifest merged =
        StoredRun.merge(
            List.of(
                run("a", rounds(0, 2, 100, 0.5)),
                run("b", rounds(4, 2, 300, 0.51)),
                run("c", rounds(2, 2, 200, 0.49))));
    assertThat(merged.results()).hasSize(12);
    assertThat(merged.results())
        .extracting(CellResult::round)
        .containsExactly(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5);
    assertThat(merged.results())
        .filteredOn(each -> each.round() == 2)
        .extracting(CellResult::machine)
        .containsOnly("c");
    // And once more from its own folder.
    Path again = write("merged", merged);
    assertThat(StoredRun.read(again).results()).hasSize(12);
    assertThat(lmdb(StoredRun.read(again))).isEqualTo(lmdb(merged));
  }

  /** Three times as fast a machine is no noise of a ratio, but three ratios are three, not six. */
  @Test
  void ratiosAreFormedWithinAMachineAndIntervalsCountMachines() throws Exception {
    List<CellResult> a = rounds(0, 2, 100, 0.50);
    List<CellResult> b = rounds(2, 2, 300, 0.55);
    List<CellResult> c = rounds(4, 2, 900, 0.45);
    Ratio merged = lmdb(StoredRun.merge(List.of(run("a", a), run("b", b), run("c", c))));
    List<CellResult> all = new ArrayList<>(a);
    all.addAll(b);
    all.addAll(c);
    Ratio oneMachine = lmdb(Runs.run("cpu", all));
    assertThat(merged.rounds()).isEqualTo(6);
    assertThat(merged.ratio()).isCloseTo(oneMachine.ratio(), within(1e-9));
    // t with 2 degrees of freedom is 4.30, with 5 it is 2.57.
    double[] means = {
      Math.log(0.5) - Math.log(1.01) / 2,
      Math.log(0.55) - Math.log(1.01) / 2,
      Math.log(0.45) - Math.log(1.01) / 2
    };
    double mean = (means[0] + means[1] + means[2]) / 3;
    double squares = 0;
    for (double each : means) {
      squares += (each - mean) * (each - mean);
    }
    assertThat(Math.log(merged.high() / merged.ratio()))
        .isCloseTo(4.302653 * Math.sqrt(squares / 2 / 3), within(1e-5));
    assertThat(oneMachine.precision()).isLessThan(merged.precision() / 1.5);
  }

  @Test
  void wholeRunsOfOnePlanCountAsMoreRounds() throws Exception {
    Manifest merged =
        StoredRun.merge(
            List.of(run("a", rounds(0, 10, 100, 0.5)), run("b", rounds(0, 10, 100, 0.5))));
    assertThat(merged.results()).hasSize(40);
    assertThat(merged.plan().rounds()).isEqualTo(20);
    assertThat(lmdb(merged).rounds()).isEqualTo(20);
    assertThat(RunWarnings.of(merged)).isEmpty();
  }

  @Test
  void runsOnOneMachineCountRounds() throws Exception {
    Manifest merged =
        StoredRun.merge(
            List.of(
                run("first", "a", "cpu", rounds(0, 3, 100, 0.5)),
                run("second", "a", "cpu", rounds(3, 3, 100, 0.5))));
    assertThat(Ranking.of(merged.results()).machines()).isZero();
    assertThat(merged.results()).extracting(CellResult::machine).containsOnlyNulls();
  }

  @Test
  void aMachineWhoseRatiosAreNotThoseOfTheOthersIsNamedInTableAndWarnings() throws Exception {
    List<Path> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      runs.add(run("m" + i, rounds(2 * i, 2, 100 + i, i == 3 ? 0.9 : 0.5)));
    }
    Manifest merged = StoredRun.merge(runs);
    List<Machines.Row> rows = Machines.of(merged.results()).rows();
    assertThat(rows)
        .extracting(Machines.Row::machine)
        .containsExactly("m0", "m1", "m2", "m3", "m4");
    assertThat(rows)
        .filteredOn(Machines.Row::differs)
        .extracting(Machines.Row::machine)
        .containsExactly("m3");
    assertThat(rows.get(3).farthest().factor().ratio()).isCloseTo(1.8, within(0.001));
    assertThat(RunWarnings.of(merged))
        .extracting(Warning::text)
        .anyMatch(
            each ->
                each.startsWith(
                    "the ratios of machine m3 differ from those of the others: lmdb relative to rocksdb, PointRead, 2 threads: 1.80× theirs"));
    assertThat(RunText.render(merged, TextStyle.NONE)).contains("Machines: ").contains("differs");
    assertThat(RunText.markdown(merged)).contains("| m3 ");
    assertThat(new ReportPage(merged).render()).contains("\"machine\":\"m3\"");
  }

  @Test
  void machinesThatAreAlikeAreShownWithoutAWarning() throws Exception {
    Manifest merged =
        StoredRun.merge(
            List.of(
                run("a", rounds(0, 3, 100, 0.5)),
                run("b", rounds(3, 3, 400, 0.5)),
                run("c", rounds(6, 3, 200, 0.5))));
    assertThat(Machines.of(merged.results()).rows())
        .hasSize(3)
        .noneMatch(Machines.Row::differs)
        .satisfies(rows -> assertThat(rows.get(1).speed()).isCloseTo(2, within(0.01)));
  }

  @Test
  void anUndecidedRatioNeedsMoreMachines() throws Exception {
    Manifest merged =
        StoredRun.merge(
            List.of(
                run("a", rounds(0, 3, 100, 0.5)),
                run("b", rounds(3, 3, 100, 1.2)),
                run("c", rounds(6, 3, 100, 0.9))));
    assertThat(lmdb(merged).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(Ranking.of(merged.results()).advice(lmdb(merged)))
        .hasValueSatisfying(text -> assertThat(text).matches("needs about \\d+ machines"));
  }

  @Test
  void anotherProcessorIsNamedAndOtherCodeIsRefused() throws Exception {
    Path a = run("a", "a", "one cpu", rounds(0, 2, 100, 0.5));
    Manifest other = Runs.on(Runs.run("another cpu", rounds(2, 2, 100, 0.5)), "b");
    Manifest merged = StoredRun.merge(List.of(a, write("b", other)));
    assertThat(RunWarnings.of(merged))
        .extracting(Warning::text)
        .contains("on b: another processor than a: another cpu");
    Path changed =
        write("changed", Runs.with(other, List.of(), new Origin("f00", Map.of("library", "2"))));
    assertThatThrownBy(() -> StoredRun.merge(List.of(a, changed)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "are not runs of the same plan: code: was , is f00; library: was none, is 2");
  }

  @Test
  void runsOfOtherCellsAndTheSameRunTwiceAreRefused() throws Exception {
    Path a = run("a", rounds(0, 2, 100, 0.5));
    Path b = run("b", Runs.rounds(Runs.cell("PointRead", "mapdb"), 1, 1));
    assertThatThrownBy(() -> StoredRun.merge(List.of(a, b)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engine: was lmdb, rocksdb, is mapdb");
    assertThatThrownBy(() -> StoredRun.merge(List.of(a, a.resolve("../a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is named twice");
  }
}
