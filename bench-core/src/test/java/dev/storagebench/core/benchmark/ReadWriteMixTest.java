package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadWriteMixTest {
  private final WorkloadType mix = new ReadWriteMix();

  private static Parameters percents(String reads, String inserts) {
    return new Parameters(Map.of("readPercent", reads, "insertPercent", inserts));
  }

  @Test
  void aMixWithoutInsertionsHasItsNameAndItsShareOfReads() {
    Parameters of = percents("90", "0");
    assertThat(mix.label(of)).isEqualTo("ReadWriteMix 90");
    assertThat(mix.readPercent(of)).hasValue(90);
    assertThat(mix.shortName(of)).isEqualTo("90 % reads");
  }

  @Test
  void insertionsStandInForWritesAndAreInTheName() {
    Parameters of = percents("95", "5");
    mix.validate(of);
    assertThat(mix.label(of)).isEqualTo("ReadWriteMix 95 insert 5");
    assertThat(mix.readPercent(of)).isEmpty();
    assertThat(mix.recordsWritten(of)).isEqualTo(0.05);
  }

  @Test
  void theShareOfDeletionsThatRunsOfEarlierVersionsNameIsNone() {
    Parameters earlier = new Parameters(Map.of("readPercent", "90", "deletePercent", "0"));
    assertThat(earlier).isEqualTo(new Parameters(Map.of("readPercent", "90")));
  }

  @ParameterizedTest
  @CsvSource({
    "96,5,invalid insertPercent '5' (expected 0 to 4 beside readPercent=96)",
    "0,101,invalid insertPercent '101'",
    "101,0,invalid readPercent '101'",
    "50,few,invalid insertPercent 'few'"
  })
  void sharesBeyondAHundredAreRefused(String reads, String inserts, String message) {
    assertThatThrownBy(() -> mix.validate(percents(reads, inserts)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
