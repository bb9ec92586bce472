package dev.storagebench.analysis.compare;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.measured;
import static dev.storagebench.analysis.compare.Runs.rounds;
import static dev.storagebench.analysis.compare.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.analysis.compare.Reproduction.Outcome;
import dev.storagebench.analysis.compare.Reproduction.Row;
import dev.storagebench.analysis.report.ReproductionText;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.core.text.TextStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReproductionTest {
  private static List<CellResult> reads(String engine, double... speeds) {
    return rounds(cell("PointRead", engine, "block", "4k"), speeds);
  }

  private static Manifest of(String processor, List<List<CellResult>> results) {
    return run(processor, results.stream().flatMap(List::stream).toList());
  }

  private final Manifest published =
      of(
          "fast",
          List.of(
              reads("lmdb", 100, 101, 99, 100),
              reads("rocksdb", 50, 51, 49, 50),
              reads("mapdb", 25, 25.5, 24.5, 25),
              reads("noop", 9000, 9000, 9000, 9000),
              reads("sqlite", 7, 7, 7, 7)));

  // Ten times slower; rocksdb keeps its ratio, mapdb does not.
  private final Manifest here =
      of(
          "slow",
          List.of(
              reads("lmdb", 10, 10.2, 9.9, 10.1),
              reads("rocksdb", 5, 5.1, 4.9, 5),
              reads("mapdb", 5, 5.1, 4.9, 5),
              reads("noop", 900, 900, 900, 900)));

  @Test
  void ratiosAreComparedNotFigures() {
    List<Row> rows = Reproduction.of(published, here).rows();
    assertThat(rows).extracting(Row::candidate).containsExactlyInAnyOrder("rocksdb", "mapdb");
    assertThat(rows).extracting(Row::reference).containsOnly("lmdb");
    Row rocks = rows.get(rows.get(0).candidate().equals("rocksdb") ? 0 : 1);
    assertThat(rocks.published()).isCloseTo(0.5, within(0.01));
    assertThat(rocks.here()).isCloseTo(0.5, within(0.01));
    assertThat(rocks.outcome()).isEqualTo(Outcome.AGREES);
    Row mapdb = rows.get(rows.get(0).candidate().equals("mapdb") ? 0 : 1);
    assertThat(mapdb.change().ratio()).isCloseTo(2, within(0.05));
    assertThat(mapdb.outcome()).isEqualTo(Outcome.DIFFERS);
  }

  @Test
  void aRatioWithoutAnIntervalAgreesWithinAFactor() {
    Manifest once = of("slow", List.of(reads("lmdb", 10), reads("rocksdb", 6), reads("mapdb", 5)));
    Reproduction reproduction = Reproduction.of(published, once);
    assertThat(reproduction.rows())
        .extracting(Row::candidate, Row::outcome)
        .containsExactlyInAnyOrder(
            tuple("rocksdb", Outcome.AGREES), tuple("mapdb", Outcome.DIFFERS));
    assertThat(new ReproductionText(reproduction).text(TextStyle.NONE)).contains("One round");
  }

  @Test
  void withoutARoundInCommonNothingIsDecided() {
    Manifest apart =
        of(
            "slow",
            List.of(
                List.of(measured(cell("PointRead", "lmdb", "block", "4k"), 0, 10)),
                List.of(measured(cell("PointRead", "rocksdb", "block", "4k"), 1, 5))));
    assertThat(Reproduction.of(published, apart).rows())
        .extracting(Row::outcome)
        .containsExactly(Outcome.UNDECIDED);
  }

  @Test
  void aCandidateAloneIsComparedWithItselfUnderOtherConditions() {
    assertThat(Reproduction.of(alone(50, 25), alone(10, 5)).rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.reference()).isEqualTo("PointRead, memory 2g");
              assertThat(row.published()).isCloseTo(0.5, within(1e-9));
              assertThat(row.outcome()).isEqualTo(Outcome.AGREES);
            });
  }

  private static Manifest alone(double roomy, double tight) {
    return of(
        "any",
        List.of(
            rounds(cell("PointRead", "mysql", "memory", "2g"), roomy),
            rounds(cell("PointRead", "mysql", "memory", "1g"), tight)));
  }

  @Test
  void whatIsMissingAndWhatDiffersIsNamed() {
    Reproduction reproduction = Reproduction.of(published, here);
    assertThat(reproduction.missing()).containsExactly("sqlite PointRead, 2 threads");
    assertThat(reproduction.differences()).contains(new Difference("processor", "fast", "slow"));
    assertThat(new ReproductionText(reproduction).text(TextStyle.NONE))
        .containsPattern("1 of 2 ratios agree, 1 differ \\(\\S+ .+\\), 0 undecided\\.\\s*$")
        .contains("not measured here: sqlite PointRead, 2 threads")
        .contains("processor: published fast, here slow");
  }
}
