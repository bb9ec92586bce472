package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnServerSettingsTest {
  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @CsvSource({"NONE, 0", "PROCESS, 2", "SYNC, 1"})
  void durabilityIsHowTheLogIsFlushedAtCommit(Durability durability, int value) {
    assertThat(OwnServerSettings.of(settings(MIB, Compression.NONE, durability)).variables())
        .contains("--innodb-flush-log-at-trx-commit=" + value);
  }

  @ParameterizedTest
  @CsvSource({"0, 6, 1", "25, 25, 1", "1000, 1000, 2", "3072, 3072, 4", "20000, 20000, 23"})
  void poolIsAskedForAsItIsInSmallChunks(long cacheMib, long poolMib, long chunkMib) {
    OwnServerSettings own =
        OwnServerSettings.of(settings(cacheMib * MIB, Compression.NONE, Durability.NONE));
    assertThat(own.poolBytes()).isEqualTo(poolMib * MIB);
    assertThat(own.chunkBytes()).isEqualTo(chunkMib * MIB);
    // The server refuses more.
    assertThat(own.poolBytes() / own.chunkBytes()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void aPoolOfAnotherSizeIsReportedAsReplaced() {
    OwnServerSettings own =
        OwnServerSettings.of(settings(3 * MIB, Compression.NONE, Durability.NONE));
    AppliedSetting cache = own.report(5 * MIB, "fsync").get(0);
    assertThat(cache.role()).isEqualTo(AppliedSetting.Role.REPLACED);
    assertThat(cache.value()).isEqualTo(Long.toString(5 * MIB));
  }

  private static EngineSettings settings(
      long cacheBytes, Compression compression, Durability durability) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        cacheBytes,
        MIB,
        4096,
        compression,
        durability,
        10,
        new EngineSettings.Expected(1, 1, 1, 1));
  }
}
