package dev.storagebench.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

final class OriginTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.cnf"), text);
  }

  /** Otherwise a run could go on with other settings, and mix figures of both. */
  @Test
  void aRunNotesWhatAnOptionFileSays() throws IOException {
    Map<String, String> parameters = Workloads.defaults("PointRead");
    parameters.put(
        "engine", "tuned=mysql{my.cnf=" + file("[mysqld]\ninnodb_io_capacity=1\n") + "}");
    RunPlan plan =
        new RunPlan(
            List.of(
                new Cell(
                    "PointRead",
                    Mode.Throughput,
                    1,
                    new Parameters(parameters),
                    Cell.Timing.SHOT,
                    1,
                    0)),
            1,
            1,
            1);
    Environment machine = Environment.here(folder, List.of());
    Origin before = Origin.of(plan, machine);
    assertThat(Origin.of(plan, machine)).isEqualTo(before);
    file("[mysqld]\ninnodb_io_capacity=2\n");
    assertThat(Origin.of(plan, machine).data())
        .containsEntry("options of tuned", "{innodb_io_capacity=2}")
        .isNotEqualTo(before.data());
  }
}
