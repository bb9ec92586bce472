package dev.storagebench.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.analysis.result.Warning.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

final class WarningTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @ParameterizedTest
  @EnumSource
  void everyKindHasWordsAndARemedy(Kind kind) {
    Object[] details =
        switch (kind) {
          case LOAD -> new Object[] {7.0, 2};
          case READ_AHEAD -> new Object[] {7, "file", 8};
          case CUT_SHORT -> new Object[] {7, 8};
          default -> new Object[] {"a", "b", "c", "d"};
        };
    assertThat(kind.of(details).text()).isNotBlank().doesNotContain("%s", "%d");
    assertThat(kind.of(details).remedy()).doesNotContain("%");
  }

  /** As runs have stored them, of this version and of earlier ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          load average 4.00 on 2 processors: other processes are running | LOAD | VOID
          load average 3.98 on 2 processors: other processes are running | LOAD | DOUBT
          on battery: the machine throttles to save power | BATTERY | VOID
          the JVM runs with -Xint; all results include its cost | JVM_FLAGS | VOID
          swap is on (1.00MiB of 3.00GiB used): memory of engines may be swapped out | SWAP | DOUBT
          8,192 KB read-ahead on the disk of the cache: each page fault | MACHINE | DOUBT
          """)
  void storedTextsAreKnownAgain(String stored, Kind kind, Severity severity) {
    Warning warning = JSON.convertValue(stored, Warning.class);
    assertThat(warning.kind()).isEqualTo(kind);
    assertThat(warning.severity()).isEqualTo(severity);
    assertThat(warning.ofMachine().text()).isEqualTo("this machine: " + stored);
  }

  @Test
  void whatIsMadeIsKnownAgain() {
    Warning load = Kind.LOAD.of(5.0, 2);
    Warning stored = JSON.readValue(JSON.writeValueAsString(load), Warning.class);
    assertThat(stored).isEqualTo(load);
    assertThat(stored.loadPerProcessor()).isEqualTo(2.5);
    assertThat(stored.severity()).isEqualTo(Severity.VOID);
    assertThat(Kind.DIFFERENT_WORK.of("x").severity()).isEqualTo(Severity.VOID);
  }
}
