package dev.storagebench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeriesPointTest {
  private static SeriesPoint second(
      double start, double length, boolean measured, long operations) {
    return new SeriesPoint(
        start, length, measured, operations, 1, 2, 3, 0.01, 1, 0, 0, 0, 0, 0, 0, 0, null);
  }

  private static List<SeriesPoint> measured(long... operations) {
    List<SeriesPoint> all = new ArrayList<>();
    LongStream.of(operations).forEach(each -> all.add(second(all.size(), 1, true, each)));
    return all;
  }

  @Test
  void theWarmUpAndRestsOfSecondsMakeNoFigures() {
    List<SeriesPoint> all = new ArrayList<>(measured(100, 200, 300, 400, 500));
    all.add(0, second(0, 1, false, 5));
    all.add(second(5, 0.4, true, 1));
    assertThat(SeriesPoint.whole(all))
        .extracting(SeriesPoint::operations)
        .containsExactly(100L, 200L, 300L, 400L, 500L);
  }

  @Test
  void fewSecondsMakeNoFigures() {
    assertThat(SeriesPoint.whole(measured(100, 200, 300, 400))).isEmpty();
  }

  @Test
  void theSlowestSecondDoesNotDependOnTheLengthOfTheRun() {
    assertThat(SeriesPoint.slowest(measured(300, 100, 200))).isEqualTo(100);
    // Of ten of the numbers from 1 to n the least is expected at (n + 1) / 11.
    assertThat(SeriesPoint.slowest(measured(LongStream.rangeClosed(1, 10).toArray()))).isEqualTo(1);
    assertThat(SeriesPoint.slowest(measured(LongStream.rangeClosed(1, 250).toArray())))
        .isCloseTo(251 / 11.0, within(1e-9));
    long[] once = LongStream.range(0, 40).map(each -> each % 20 == 0 ? 0 : 1000).toArray();
    long[] longer = LongStream.range(0, 400).map(each -> each % 20 == 0 ? 0 : 1000).toArray();
    assertThat(SeriesPoint.slowest(measured(once)))
        .isCloseTo(SeriesPoint.slowest(measured(longer)), within(60.0));
  }

  @Test
  void aSecondBelowATenthOfTheMeanIsStalledAlsoWhereMostAre() {
    assertThat(SeriesPoint.stalledShare(measured(1000, 1000, 70, 1000))).isEqualTo(0.25);
    assertThat(SeriesPoint.stalledShare(measured(1000, 1000, 101, 1000))).isZero();
    assertThat(SeriesPoint.stalledShare(measured(0, 0, 1000, 0, 1000))).isEqualTo(0.6);
  }

  @Test
  void theSustainedRateIsThatOfTheSecondHalf() {
    assertThat(SeriesPoint.sustained(measured(9999, 9999, 100, 400))).isCloseTo(250, within(1e-9));
    assertThat(SeriesPoint.sustained(measured(9999, 9999, 100, 0))).isCloseTo(50, within(1e-9));
  }

  private static List<SeriesPoint> pending(
      int seconds, LongUnaryOperator operations, LongUnaryOperator bytes) {
    return LongStream.range(0, seconds)
        .mapToObj(
            each ->
                new SeriesPoint(
                    each,
                    1,
                    true,
                    operations.applyAsLong(each),
                    1,
                    2,
                    3,
                    0.01,
                    1,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    bytes.applyAsLong(each),
                    null))
        .toList();
  }

  @Test
  void steadyIsAThroughputWithoutTrendWhatIsPendingLikewise() {
    assertThat(SeriesPoint.isSteady(pending(40, each -> 1000 + each % 3, each -> 500))).isTrue();
    assertThat(SeriesPoint.isSteady(pending(40, each -> 1000 - 10 * each, each -> 500))).isFalse();
    assertThat(SeriesPoint.isSteady(pending(40, each -> 1000, each -> 500 * each))).isFalse();
    // It has fallen, and falls no more.
    assertThat(SeriesPoint.isSteady(pending(40, each -> each < 20 ? 9000 : 1000, each -> 0)))
        .isTrue();
    assertThat(SeriesPoint.isSteady(pending(19, each -> 1000, each -> 0))).isFalse();
  }

  @Test
  void aSawtoothThatIsWiderThanItsTrendIsSteady() {
    assertThat(
            SeriesPoint.isSteady(pending(80, each -> each % 5 == 0 ? 200 : 2000, each -> each % 7)))
        .isTrue();
  }
}
