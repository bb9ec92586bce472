package dev.storagebench.sql.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.RunPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class WikipediaSuiteTest {
  private static final long RAW_BYTES = 1_000_000_000;

  private static RunPlan plan() {
    return new WikipediaSuite(
            List.of(Variant.parse("mysql"), Variant.parse("myrocks:zstd")),
            "short-articles:records=1000",
            List.of("2.0", "0.084"),
            WikipediaSuite.WORKLOADS,
            32,
            "uniform",
            "mariadb",
            "process",
            1,
            1,
            30,
            60)
        .plan();
  }

  private static Cell cell(String engine, String tier) {
    return plan().cells().stream()
        .filter(cell -> cell.label().equals(engine))
        .filter(cell -> WikipediaSuite.tier(cell).equals(tier))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void measuresEachVariantInEachTierWithEachWorkload() {
    assertThat(plan().cells()).hasSize(2 * 2 * 4);
    assertThat(plan().cells()).allMatch(cell -> cell.threads() == 32);
    assertThat(cell("myrocks", "2.0").parameters()).containsEntry("table", "article:zstd");
  }

  @Test
  void theServersOwnNeedsComeOnTopOfTheLimit() {
    MemorySpec memory = cell("mysql", "0.084").settings().memory();
    assertThat(memory.limitBytes(RAW_BYTES)).isEqualTo(OptionalLong.of(84_000_000L + (160L << 20)));
  }

  @Test
  void theBufferPoolIsSeventyPercentOfTheLimit() {
    assertThat(cell("mysql", "2.0").settings().cache().orElseThrow().bytes(RAW_BYTES))
        .isEqualTo(1_400_000_000L);
    assertThat(cell("myrocks", "2.0").settings().cache().orElseThrow().bytes(RAW_BYTES))
        .isEqualTo(500_000_000L);
  }

  @Test
  void anUnknownEngineIsRefused() {
    assertThatThrownBy(() -> Variant.parse("oracle:x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no engine 'oracle'; there are ");
  }

  @Test
  void thePublishedFiguresStandBesideOurs() {
    List<CellResult> results = new ArrayList<>();
    double rows = 1000;
    for (Cell cell : plan().cells()) {
      results.add(
          new CellResult(
              cell,
              0,
              Status.MEASURED,
              null,
              1,
              new Score("primary", 10, "ops/s", List.of(10.0), List.of()),
              List.of(new Score("rows", rows, "ops/s", List.of(rows), List.of())),
              null,
              null,
              null));
      rows += 1000;
    }
    String text = new WikipediaReport(results).render();
    assertThat(text).contains("published InnoDB").contains("published: InnoDB compressed 1.72 x");
    // Terark's first line: 151,250 rows/s against 269,841.
    assertThat(text.lines().filter(line -> line.contains("point_select ")).findFirst())
        .hasValueSatisfying(
            line -> assertThat(line).contains("2.0x", "1.00k", "5.00k", "270k", "151k", "0.56"));
  }

  @Test
  void aCellThatWasNotMeasuredIsToldWithItsReason() {
    CellResult failed =
        new CellResult(
            cell("mysql", "0.084"),
            0,
            Status.FAILED,
            "out of memory",
            1,
            null,
            List.of(),
            null,
            null,
            null);
    assertThat(new WikipediaReport(List.of(failed)).render())
        .contains("mysql, point_select, memory 0.084, round 0: failed: out of memory");
  }
}
