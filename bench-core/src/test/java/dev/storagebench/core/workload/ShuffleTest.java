package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 1000, 65_537})
  void eachNumberHasExactlyOnePosition(int size) {
    Shuffle shuffle = new Shuffle(size, 7);
    BitSet seen = new BitSet();
    IntStream.range(0, size).map(shuffle::at).forEach(seen::set);
    assertThat(seen.cardinality()).isEqualTo(size);
    assertThat(seen.length()).isEqualTo(size);
  }

  @Test
  void theSeedDecidesTheOrder() {
    int[] one = IntStream.range(0, 1000).map(new Shuffle(1000, 1)::at).toArray();
    assertThat(IntStream.range(0, 1000).map(new Shuffle(1000, 1)::at).toArray()).isEqualTo(one);
    int same = 0;
    Shuffle other = new Shuffle(1000, 2);
    for (int i = 0; i < 1000; i++) {
      same += one[i] == other.at(i) ? 1 : 0;
    }
    assertThat(same).isLessThan(20);
  }

  @Test
  void theFirstHalfOfThePositionsIsSpreadOverAllNumbers() {
    Shuffle shuffle = new Shuffle(100_000, 3);
    long low = IntStream.range(0, 50_000).map(shuffle::at).filter(n -> n < 50_000).count();
    assertThat(low).isBetween(24_000L, 26_000L);
  }
}
