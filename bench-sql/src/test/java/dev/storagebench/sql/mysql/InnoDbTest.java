package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.server.ServerInstall;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InnoDbTest {
  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @CsvSource({"NONE, 0", "PROCESS, 2", "SYNC, 1"})
  void durabilityIsHowTheLogIsFlushedAtCommit(Durability durability, int value) {
    InnoDb innodb = new InnoDb();
    ServerInstall install =
        new ServerInstall(Path.of("mysqld"), Path.of(""), ServerInstall.Family.MYSQL, "8.0.33");
    ServerSpec spec = new ServerSpec("mysql", install, RowFormat.INNODB, settings(MIB, durability));
    assertThat(innodb.variables(spec)).contains("--innodb-flush-log-at-trx-commit=" + value);
  }

  @ParameterizedTest
  @CsvSource({"0, 6, 1", "25, 25, 1", "1000, 1000, 2", "3072, 3072, 4", "20000, 20000, 23"})
  void thePoolHasTheRequestedSizeInSmallChunks(long cacheMib, long poolMib, long chunkMib) {
    EngineSettings settings = settings(cacheMib * MIB, Durability.NONE);
    assertThat(InnoDb.poolBytes(settings)).isEqualTo(poolMib * MIB);
    assertThat(InnoDb.chunkBytes(settings)).isEqualTo(chunkMib * MIB);
    // The server rejects more.
    assertThat(poolMib / chunkMib).isLessThanOrEqualTo(1_000);
  }

  @ParameterizedTest
  @CsvSource({"3, REPLACED", "5, HONOURED"})
  void aCacheOfAnotherSizeIsReportedAsReplaced(long cacheMib, AppliedSetting.Role role) {
    SettingsReport report =
        new SettingsReport()
            .listed(
                InnoDb.class,
                "innodb-external",
                settings(cacheMib * MIB, Durability.NONE),
                Map.of("cache", "innodb_buffer_pool_size", "cacheBytes", Long.toString(5 * MIB)));
    assertThat(report.settings())
        .contains(
            new AppliedSetting(
                "cacheBytes",
                Long.toString(5 * MIB),
                role,
                "innodb_buffer_pool_size of the external server"));
  }

  private static EngineSettings settings(long cacheBytes, Durability durability) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        cacheBytes,
        Optional.empty(),
        Optional.empty(),
        Compression.NONE,
        durability,
        Optional.empty(),
        new EngineSettings.Expected(1, 1, 1, 1),
        Map.of());
  }
}
