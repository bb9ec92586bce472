package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PlannedRunTest {
  @Test
  void theCommandOfMoreRoundsHasAllOtherOptionsOfTheRunAndAFolderOfItsOwn() {
    List<String> command =
        List.of(
            "--threads",
            "4",
            "--rounds",
            "3",
            "--out=first run",
            "--data",
            "kv:a b.csv;key=1",
            "--resume");
    assertThat(PlannedRun.withRounds(command, 6))
        .isEqualTo("java -jar benchmarks.jar --threads 4 --data 'kv:a b.csv;key=1' --rounds 6");
    assertThat(PlannedRun.withRounds(List.of(), 9))
        .isEqualTo("java -jar benchmarks.jar --rounds 9");
  }
}
