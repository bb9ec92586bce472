package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What engines in servers make of the memory that all candidates are asked to get by with. */
final class ResolvedMemoryTest {
  private static final PackedSummary DATA =
      new PackedSummary(1_000_000, 100, 1_000_000_000, 20, 200, "00", null);

  @ParameterizedTest
  @CsvSource({
    "mysql, 0.34x, 0.34, 0.238",
    "mariadb, 0.34x, 0.34, 0.238",
    "myrocks, 0.34x, 0.34, 0.085",
    "mysql, tight, 0.89, 0.623",
    "myrocks, tight, 0.89, 0.2225",
  })
  void theCacheIsTheEnginesShareOfTheLimitWithoutTheOverhead(
      String name, String memory, double limit, double cache) {
    StorageEngine engine =
        switch (name) {
          case "mysql" -> new MysqlEngine();
          case "mariadb" -> new MariadbEngine();
          default -> new MyrocksEngine();
        };
    Parameters parameters = new Parameters(Map.of("engine", name, "memory", memory));
    Capabilities can = engine.capabilities();
    EngineSettings settings = parameters.engineSettings(DATA, can);
    assertThat(settings.memoryBytes()).isEqualTo(Math.round(DATA.rawBytes() * limit));
    assertThat((double) settings.cacheBytes() / DATA.rawBytes()).isCloseTo(cache, offset(1e-6));
  }
}
