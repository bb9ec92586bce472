package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadWhileWritingIT {
  @TempDir private Path folder;

  @Test
  void aRateThatIsKeptIsInTheResultAndOneThatIsNotIsNotRanked() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "--engines mvstore,rocksdb --nearest --workloads ReadWhileWriting --write-rate 200,5000000 --records 2000 --rounds 1 --threads 1 --steady-within 1 --warm-up 0.1 --seconds 0.5 --out run"
                    .split(" "));
    assertThat(new Jar(folder).cells("run"))
        .as(finished.out())
        .hasSize(4)
        .allSatisfy(
            cell -> {
              boolean kept =
                  cell.get("cell").get("parameters").get("writeRate").asString().equals("200");
              assertThat(cell.get("status").asString()).isEqualTo("MEASURED");
              assertThat(cell.get("score").get("value").asDouble()).isPositive();
              if (kept) {
                assertThat(Jar.figure(cell, "writesAchieved")).isCloseTo(200, withinPercentage(5));
              } else {
                assertThat(Jar.figure(cell, "writesAchieved")).isBetween(1.0, 4_750_000.0);
              }
            });
    assertThat(finished.out())
        .contains("ReadWhileWriting 200")
        .containsPattern("ReadWhileWriting 5000000.*: only .* writes a second, not ranked");
  }
}
