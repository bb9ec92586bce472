package dev.storagebench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeSpecTest {

  @ParameterizedTest
  @CsvSource({
    "4096, 4096",
    "64k, 65536",
    "64K, 65536",
    "512m, 536870912",
    "3g, 3221225472",
    "1.5g, 1610612736",
    "3gb, 3221225472",
    "2x, 2000",
    "0.33x, 330",
    "0.33x+1k, 1354"
  })
  void sizesAreBytesOrMultiplesOfTheRawData(String text, long bytes) {
    assertThat(SizeSpec.parse(text).bytes(1000)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1q", "1 000", "1e9", "0x10", "1025t", "9223372036512m"})
  void anythingElseIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> SizeSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("0.33x");
  }
}
