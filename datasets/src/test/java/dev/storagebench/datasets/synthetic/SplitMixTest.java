package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitMixTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 13, 14, 16, 18, 20})
  void permuteReachesEveryNumberOnce(int bits) {
    for (long key : new long[] {0, 1, -1, 0x1234_5678_9ABC_DEF0L}) {
      BitSet reached = new BitSet(1 << bits);
      for (long number = 0; number < 1L << bits; number++) {
        reached.set((int) SplitMix.permute(number, bits, key));
      }
      assertThat(reached.cardinality()).isEqualTo(1 << bits);
    }
  }

  @Test
  void permuteStaysWithinItsBits() {
    for (int bits = 2; bits <= 62; bits++) {
      assertThat(SplitMix.permute((1L << bits) - 1, bits, -7)).isBetween(0L, (1L << bits) - 1);
    }
  }

  @Test
  void streamIsSplittableRandoms() {
    SplitMix random = new SplitMix();
    random.seed(42);
    java.util.SplittableRandom expected = new java.util.SplittableRandom(42);
    for (int i = 0; i < 100; i++) {
      assertThat(random.next()).isEqualTo(expected.nextLong());
    }
  }

  @Test
  void belowReachesAllAndStaysBelow() {
    SplitMix random = new SplitMix();
    random.seed(1);
    BitSet reached = new BitSet();
    for (int i = 0; i < 1000; i++) {
      reached.set(random.below(7));
    }
    assertThat(reached.length()).isEqualTo(7);
    assertThat(reached.cardinality()).isEqualTo(7);
  }
}
