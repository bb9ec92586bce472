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
  void aRateThatIsKeptIsInTheResultAndOneThatIsNotHasNoFigure() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                "--engines mvstore,rocksdb --workloads ReadWhileWriting --write-rate 200,5000000 --records 2000 --rounds 1 --threads 1 --steady-within 1 --warm-up 0.1 --seconds 0.5 --out run"
                    .split(" "));
    assertThat(new Jar(folder).cells("run"))
        .as(finished.out())
        .hasSize(4)
        .allSatisfy(
            cell -> {
              boolean kept =
                  cell.get("cell").get("parameters").get("writeRate").asString().equals("200");
              assertThat(cell.get("status").asString())
                  .isEqualTo(kept ? "MEASURED" : "UNSUPPORTED");
              if (kept) {
                assertThat(cell.get("score").get("value").asDouble()).isPositive();
                assertThat(Jar.figure(cell, "writesAchieved")).isCloseTo(200, withinPercentage(5));
              } else {
                assertThat(cell.get("message").asString())
                    .contains("writeRate=5000000 was not kept");
              }
            });
    assertThat(finished.out()).contains("ReadWhileWriting 200").contains("unsupp.");
  }
}
