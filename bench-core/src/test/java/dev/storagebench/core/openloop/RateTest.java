package dev.storagebench.core.openloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  @ParameterizedTest
  @CsvSource({
    "500, 500, 500",
    "50k, 50000, 50k",
    "50K, 50000, 50k",
    "50000, 50000, 50k",
    "1m, 1000000, 1m",
    "1500k, 1500000, 1500k",
    "2.5k, 2500, 2500",
    "0.5, 0.5, 0.5",
    "1000m, 1000000000, 1000m"
  })
  void readsOperationsASecondAndWritesThemInOneWay(String text, double perSecond, String written) {
    Rate rate = Rate.parse(text).orElseThrow();
    assertThat(rate).isEqualTo(new Rate(perSecond, false)).hasToString(written);
    assertThat(Rate.parse(rate.toString())).contains(rate);
  }

  @ParameterizedTest
  @CsvSource({"recorded, 1, recorded speed", "recorded:1000, 1000, 1000 x recorded speed"})
  void readsRecordedTimes(String text, double speed, String label) {
    Rate rate = Rate.parse(text).orElseThrow();
    assertThat(rate).isEqualTo(new Rate(speed, true)).hasToString(text);
    assertThat(rate.label(" op/s")).isEqualTo(label);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.requireNotRecorded(text))
        .withMessageContaining("--trace");
  }

  @Test
  void noneIsNoRate() {
    assertThat(Rate.parse("none")).isEmpty();
    assertThat(Rate.canonical("NONE")).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-5",
        "fast",
        "50x",
        "50 k",
        "5g",
        "1001m",
        "50k:constant",
        "1e3",
        "50k:recorded",
        "recorded:0"
      })
  void refusesWhatIsNoRateAndSaysWhatIs(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.parse(text))
        .withMessageContaining("'" + text + "'")
        .withMessageContaining("50k")
        .withMessageContaining("none");
  }
}
