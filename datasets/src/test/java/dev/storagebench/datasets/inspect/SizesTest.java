package dev.storagebench.datasets.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import org.junit.jupiter.api.Test;

class SizesTest {

  @Test
  void percentilesOfSmallSizesAreExact() {
    Sizes sizes = new Sizes();
    for (int size = 1000; size >= 1; size--) {
      sizes.add(size);
    }
    assertThat(sizes.summary()).isEqualTo(new SizeSummary(1, 100, 500, 900, 990, 999, 1000, 500.5));
    assertThat(sizes.sum()).isEqualTo(500_500);
  }

  @Test
  void largeSizesAreWithinATenthOfAPercentAndTheEndsExact() {
    Sizes sizes = new Sizes();
    for (int i = 1; i <= 1000; i++) {
      sizes.add(i * 12_345);
    }
    SizeSummary summary = sizes.summary();
    assertThat(summary.min()).isEqualTo(12_345);
    assertThat(summary.max()).isEqualTo(12_345_000);
    assertThat((double) summary.p50()).isBetween(500 * 12_345.0, 500 * 12_345 * 1.001);
    assertThat((double) summary.p99()).isBetween(990 * 12_345.0, 990 * 12_345 * 1.001);
  }

  @Test
  void theLongestValueIsCounted() {
    Sizes sizes = new Sizes();
    sizes.add(RecordReader.MAX_VALUE_BYTES);
    assertThat(sizes.summary().p50()).isEqualTo(RecordReader.MAX_VALUE_BYTES);
  }
}
