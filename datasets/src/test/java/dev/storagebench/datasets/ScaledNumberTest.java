package dev.storagebench.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScaledNumberTest {
  @ParameterizedTest
  @CsvSource({
    "7, 1000, 7",
    "200k, 1000, 200000",
    "1.5m, 1000, 1500000",
    "64K, 1024, 65536",
    " 3g , 1024, 3221225472",
    "1t, 1000, 1000000000000",
    "4kb, 1024, 4096"
  })
  void aNumberIsReadWithItsSuffix(String text, int thousand, long expected) {
    assertThat(ScaledNumber.parse("n", text, thousand, 1, Long.MAX_VALUE)).isEqualTo(expected);
    String shown = ScaledNumber.show(expected, thousand);
    assertThat(ScaledNumber.parse("n", shown, thousand, 1, Long.MAX_VALUE)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "-1",
        "+1",
        "1e9",
        "NaN",
        "0x10",
        "1.5",
        "1 k",
        "0",
        "1001",
        "999999999999999999999999999999"
      })
  void whatIsNoNumberOrOutOfBoundsIsRefusedWithTheBounds(String text) {
    assertThatThrownBy(() -> ScaledNumber.parse("--records", text, 1000, 1, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "invalid --records '%s' (expected 1 to 1k, such as 500, 200k or 1m)".formatted(text));
  }

  @Test
  void noNumberOverflows() {
    assertThat(ScaledNumber.find("999999999999999999t", 1024, 0, Long.MAX_VALUE)).isEmpty();
  }
}
