package dev.storagebench.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationClockTest {
  private static void operations(OperationClock clock, int number) {
    for (int i = 0; i < number; i++) {
      clock.begin();
      clock.end();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 129, 1000})
  void everyTimeThatCountsIsAmongTheMeasuredOnesOnce(int number) {
    OperationClock clock = new OperationClock(1);
    operations(clock, 50);
    clock.counts(true);
    operations(clock, number);
    clock.counts(false);
    operations(clock, 50);
    assertThat(clock.measured().getTotalCount()).isEqualTo(number);
    assertThat(clock.measured().getTotalCount()).isEqualTo(number);
    assertThat(clock.done()).isEqualTo(number + 100);
  }

  @Test
  void oneInSoManyIsTimed() {
    OperationClock clock = new OperationClock(61);
    clock.counts(true);
    operations(clock, 610);
    assertThat(clock.measured().getTotalCount()).isEqualTo(10);
  }
}
