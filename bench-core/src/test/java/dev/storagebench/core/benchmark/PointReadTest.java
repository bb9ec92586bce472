package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointReadTest {
  private final WorkloadType read = new PointRead();

  private static Parameters of(String missing, String batch) {
    return new Parameters(Map.of("missing", missing, "batch", batch));
  }

  @Test
  void readsOfAbsentKeysAndOfSeveralKeysAreWorkloadsOfTheirOwn() {
    assertThat(read.label(of("0", "1"))).isEqualTo("PointRead");
    assertThat(read.readPercent(of("0", "1"))).hasValue(100);
    assertThat(read.label(of("50", "100"))).isEqualTo("PointRead missing 50 batch 100");
    assertThat(read.readPercent(of("50", "1"))).isEmpty();
    assertThat(read.readPercent(of("0", "100"))).isEmpty();
    assertThat(read.shortName(of("0", "100"))).isEqualTo("PointRead batch 100");
    assertThat(read.takesTurns(of("50", "100"))).isTrue();
    assertThat(read.writes(of("50", "100"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "101,1,invalid missing '101'",
    "-1,1,invalid missing '-1'",
    "0,0,invalid batch '0'",
    "0,1001,invalid batch '1001'",
    "0,auto,invalid batch 'auto'"
  })
  void sharesAndSizesOutOfRangeAreRefused(String missing, String batch, String message) {
    assertThatThrownBy(() -> read.validate(of(missing, batch)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
