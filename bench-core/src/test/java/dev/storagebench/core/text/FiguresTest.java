package dev.storagebench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "7.25, 7.25",
    "78.93, 78.9",
    "999, 999",
    "999.9, 1.00k",
    "12345, 12.3k",
    "999999, 1.00M",
    "1234567, 1.23M",
    "5e9, 5.00G"
  })
  void ratesHaveThreeDigits(double value, String text) {
    assertThat(Figures.rate(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.00",
    "0.0476, 0.048",
    "12.34, 12.3",
    "150, 150",
    "0.0004, <0.001",
    "2e4, >9999"
  })
  void ratiosHaveThreeDigitsBetweenAThousandthAndTenThousand(double ratio, String text) {
    assertThat(Figures.factor(ratio)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0B", "512, 512B", "1024, 1.00KiB", "102881075, 98.1MiB", "3221225472, 3.00GiB"})
  void sizesAreBinary(double bytes, String text) {
    assertThat(Figures.size(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.25, 250ns", "1.25, 1.25µs", "999, 999µs", "30100, 30.1ms", "2500000, 2.50s"})
  void timesTakeTheUnitThatFits(double micros, String text) {
    assertThat(Figures.micros(micros)).isEqualTo(text);
  }
}
