package dev.storagebench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

class ForkPlanTest {
  private static final PackedSummary DATA = new PackedSummary(10, 100, 900, 20, 200, "00", null);

  @TempDir private Path folder = Path.of("");

  private static ForkPlan plan() {
    Map<String, String> parameters =
        Map.of("engine", "mine=rocksdb@9.10.0{a=b;c=\"d e\"}", "seed", "42");
    Cell cell =
        new Cell(
            "PointRead",
            Mode.SampleTime,
            2,
            new Parameters(parameters),
            new Cell.Timing(1, 2, 100),
            3,
            0);
    return ForkPlan.of(cell, DATA, 2, 1);
  }

  @Test
  void itSurvivesTheWayToAnotherProcess() throws IOException {
    ForkMemory.Limit limit = new ForkMemory.Limit("cgroup-v2", 1, 2, 3, List.of("sh", "-c", "x y"));
    for (ForkPlan plan : List.of(plan(), plan().with(limit))) {
      plan.write(folder);
      ForkPlan read = ForkPlan.read(folder.resolve("fork.json"));
      assertThat(read).isEqualTo(plan);
      assertThat(read.cell().candidate()).isEqualTo(plan.cell().candidate());
    }
  }

  @Test
  void aJvmThatWasNotStartedByAPlanHasNone() {
    assertThat(ForkPlan.current()).isEmpty();
    assertThat(ForkPlan.limit()).isEmpty();
    assertThat(ForkPlan.report()).isEmpty();
  }
}
