package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
  private static void validate(String length) {
    new Scan().validate(new Parameters(Map.of("length", length, "direction", "forward")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "100000", "all"})
  void takesANumberOrAll(String length) {
    assertThatCode(() -> validate(length)).doesNotThrowAnyException();
  }

  @Test
  void anInvalidLengthIsReportedWithAllThatIsValid() {
    for (String length :
        new String[] {"al", "0", "100001", "(5)", "", "1-", "-1", "5-4", "1-100001", "1-all"}) {
      assertThatThrownBy(() -> validate(length))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "invalid length '%s' (expected a whole number from 1 to 100000, a range such as 1-100, or all)",
              length);
    }
  }
}
