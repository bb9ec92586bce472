package dev.storagebench.analysis.conclusion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class RunWarningsTest {

  @Test
  void tellsThatKeysAreASample() {
    assertThat(notes(1_000, 1_000)).isEmpty();
    assertThat(notes(999, 1_000))
        .singleElement()
        .asString()
        .contains("uniform sample", "999 of 1,000 of wikipedia:dump.xml");
  }

  @Test
  void cellsBesideBusyProcessesAreCounted() {
    List<CellResult> results = new ArrayList<>();
    for (int threads = 1; threads <= 3; threads++) {
      Cell cell =
          new Cell(
              "PointRead",
              Mode.Throughput,
              threads,
              new Parameters(Map.of()),
              Cell.Timing.SHOT,
              2,
              0);
      for (int round = 0; round < 2; round++) {
        Score starved =
            new Score(CellResult.STARVED, threads == 3 ? 0 : 9, "s", List.of(), List.of());
        results.add(
            new CellResult(
                cell,
                round,
                Status.MEASURED,
                null,
                10,
                null,
                List.of(starved),
                null,
                CellReport.NONE,
                List.of(),
                null));
      }
    }
    assertThat(RunWarnings.ofCells(results))
        .extracting(Warning::text)
        .containsExactly("other processes kept all processors busy: 2 of 3 cells");
  }

  @Test
  void cellsWithFewOperationsAreNamed() {
    Cell.Timing second = new Cell.Timing(1, 2, 1000);
    assertThat(warnings(second, 199_000)).isEmpty();
    assertThat(warnings(Cell.Timing.SHOT, 1.4e6)).isEmpty();
    assertThat(warnings(second, 201_000))
        .singleElement()
        .asString()
        .contains("fewer than ten a thread were measured", "(201ms on average)");
  }

  private static List<String> warnings(Cell.Timing timing, double micros) {
    Mode mode = timing.equals(Cell.Timing.SHOT) ? Mode.SingleShotTime : Mode.Throughput;
    Cell cell =
        new Cell("Transaction", mode, 16, new Parameters(Map.of("engine", "mysql")), timing, 1, 0);
    Score figure = new Score("serviceTime", micros, "us", List.of(), List.of());
    CellResult result =
        new CellResult(
            cell,
            0,
            Status.MEASURED,
            null,
            10,
            null,
            List.of(figure),
            null,
            CellReport.NONE,
            List.of(),
            null);
    return RunWarnings.ofCells(List.of(result)).stream().map(Warning::text).toList();
  }

  @Test
  void manyEqualKeysInOnesOwnDataAreAWarning() {
    assertThat(notes("kv:ratings.csv;key=1", duplicates(671, 99_333)))
        .singleElement()
        .asString()
        .contains(
            "the right column the key",
            "kv:ratings.csv;key=1: 671 records",
            "99,333 earlier records with an equal key");
    assertThat(notes("kv:ratings.csv;key=1", duplicates(10_000, 50))).isEmpty();
    assertThat(notes("amazon:finefoods.txt", duplicates(671, 99_333))).isEmpty();
  }

  private static CellReport.Data duplicates(long records, long duplicates) {
    return new CellReport.Data(
        "",
        new PackedSummary(records, 2, 3, 2, 3, "", Map.of(PackedSummary.DUPLICATES, duplicates)),
        records);
  }

  private static List<String> notes(long keysInTable, long records) {
    PackedSummary summary = new PackedSummary(records, 20, 30, 2, 3, "0123456789abcdef", null);
    return notes("wikipedia:dump.xml", new CellReport.Data("", summary, keysInTable));
  }

  private static List<String> notes(String dataset, CellReport.Data given) {
    CellReport.Data data = new CellReport.Data(dataset, given.summary(), given.keysInTable());
    CellReport report =
        new CellReport(null, null, data, null, null, List.of(), null, null, null, null, null);
    Cell cell =
        new Cell("PointRead", Mode.Throughput, 1, new Parameters(Map.of()), Cell.Timing.SHOT, 1, 0);
    return RunWarnings.ofCells(
            List.of(
                new CellResult(
                    cell,
                    0,
                    Status.MEASURED,
                    null,
                    1,
                    null,
                    List.of(),
                    null,
                    report,
                    List.of(),
                    null)))
        .stream()
        .map(Warning::text)
        .toList();
  }
}
