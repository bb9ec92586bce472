package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RivalOrderTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachRivalHasOneTurnInACycle(int rivals) {
    for (int cycle = 0; cycle < 2 * rivals; cycle++) {
      int[] order = CellRunner.order(rivals, cycle);
      assertThat(Arrays.stream(order).sorted().toArray())
          .isEqualTo(IntStream.range(0, rivals).toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void eachRivalFollowsEachOtherOneEquallyOften(int rivals) {
    int[][] follows = new int[rivals][rivals];
    int period = rivals % 2 == 0 ? rivals : 2 * rivals;
    for (int cycle = 0; cycle < period; cycle++) {
      int[] order = CellRunner.order(rivals, cycle);
      for (int i = 1; i < rivals; i++) {
        follows[order[i - 1]][order[i]]++;
      }
    }
    int expected = period / rivals;
    for (int before = 0; before < rivals; before++) {
      for (int after = 0; after < rivals; after++) {
        assertThat(follows[before][after]).isEqualTo(before == after ? 0 : expected);
      }
    }
  }
}
