package dev.storagebench.analysis.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.benchmark.PointRead;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class RunPlanTest {
  private static Cell cell(String engine) {
    Map<String, String> all = Workloads.defaults(PointRead.NAME);
    all.put("engine", engine);
    return new Cell(
        PointRead.NAME, Mode.Throughput, 1, new Parameters(all), new Cell.Timing(0, 1, 10), 12, 0);
  }

  private static RunPlan plan(int stores) {
    return new RunPlan(List.of(cell("lmdb"), cell("rocksdb"), cell("je")), 12, 7, stores);
  }

  /** What the first one costs does not fall on one of the stores. */
  @Test
  void bothOrdersOfAPairOfRoundsAreOnOneStore() {
    RunPlan plan = plan(3);
    for (int round = 0; round < 12; round += 2) {
      List<Cell> reverse = new ArrayList<>(plan.order(round));
      Collections.reverse(reverse);
      assertThat(plan.order(round + 1)).isEqualTo(reverse);
    }
    assertThat(IntStream.range(0, 12).map(plan::store))
        .containsExactly(0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2);
  }

  @Test
  void asManyStoresAsRoundsAreAllUsed() {
    assertThat(IntStream.range(0, 12).map(plan(12)::store).distinct()).hasSize(12);
  }
}
