package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StoreRevisionTest {
  @ParameterizedTest
  @CsvSource({"mysql, 1", "mariadb, 1", "myrocks, 2"})
  void storesOfCandidatesThatAreCompactedAreNotThoseOfBefore(String engine, int revision) {
    assertThat(Engines.of(Candidate.of(engine)).storeRevision()).isEqualTo(revision);
  }
}
