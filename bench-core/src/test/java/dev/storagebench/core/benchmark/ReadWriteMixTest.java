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

  private static Parameters percents(String reads, String deletes) {
    return new Parameters(Map.of("readPercent", reads, "deletePercent", deletes));
  }

  @Test
  void aMixWithoutDeletionsHasItsNameAndItsShareOfReads() {
    Parameters of = new Parameters(Map.of("readPercent", "90"));
    assertThat(mix.label(of)).isEqualTo("ReadWriteMix 90");
    assertThat(mix.label(percents("90", "0"))).isEqualTo("ReadWriteMix 90");
    assertThat(mix.readPercent(of)).hasValue(90);
    assertThat(mix.shortName(of)).isEqualTo("90 % reads");
  }

  @Test
  void aMixWithDeletionsIsNotRankedAsReadsAndWrites() {
    Parameters of = percents("90", "5");
    mix.validate(of);
    assertThat(mix.label(of)).isEqualTo("ReadWriteMix 90 delete 5");
    assertThat(mix.readPercent(of)).isEmpty();
    assertThat(mix.shortName(of)).isEqualTo("ReadWriteMix 90 delete 5");
  }

  @ParameterizedTest
  @CsvSource({
    "5,0,ok",
    "6,0,invalid insertPercent '6' (expected 0 to 5 beside readPercent=95 and deletePercent=0)",
    "1,1,invalid insertPercent '1' (expected 0 to 0 beside readPercent=95 and deletePercent=1)",
    "x,0,invalid insertPercent 'x'"
  })
  void insertionsStandInForWritesAndAreInTheName(String inserts, String deletes, String message) {
    Map<String, String> texts =
        Map.of("readPercent", "95", "insertPercent", inserts, "deletePercent", deletes);
    if (message.equals("ok")) {
      Parameters of = new Parameters(texts);
      mix.validate(of);
      assertThat(mix.label(of)).isEqualTo("ReadWriteMix 95 insert 5");
      assertThat(mix.readPercent(of)).isEmpty();
      assertThat(mix.recordsWritten(of)).isEqualTo(0.05);
    } else {
      assertThatThrownBy(() -> mix.validate(new Parameters(texts)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "96,5,invalid deletePercent '5' (expected 0 to 4 beside readPercent=96)",
    "0,101,invalid deletePercent '101'",
    "101,0,invalid readPercent '101'",
    "50,few,invalid deletePercent 'few'"
  })
  void sharesBeyondAHundredAreRefused(String reads, String deletes, String message) {
    assertThatThrownBy(() -> mix.validate(percents(reads, deletes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void deletionsBySeveralClientsAreRefused() {
    assertThatThrownBy(
            () ->
                mix.validate(
                    new Parameters(
                        Map.of("readPercent", "90", "deletePercent", "5", "clients", "2"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clients=2");
  }
}
