package dev.storagebench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellSettingsTest {

  private static Map<String, String> parameters() {
    Map<String, String> parameters = new HashMap<>(Parameters.defaults());
    parameters.put("engine", "rocksdb");
    parameters.put("seed", "42");
    return parameters;
  }

  @Test
  void theDefaultsAreValidAndSurviveTheWayToAnotherProcess() {
    CellSettings settings = CellSettings.from(parameters()::get);
    Map<String, String> again = new HashMap<>();
    settings.arguments().forEach(each -> again.put(each.split("=", 2)[0], each.split("=", 2)[1]));
    assertThat(CellSettings.from(again::get)).isEqualTo(settings);
  }

  @Test
  void ratiosBecomeBytesOnceTheDataIsKnown() {
    Map<String, String> parameters = parameters();
    parameters.put("cache", "2x");
    EngineSettings settings =
        CellSettings.from(parameters::get)
            .engineSettings(new PackedSummary(10, 100, 900, 20, 200, "00"), CacheHome.NATIVE);
    assertThat(settings.cacheBytes()).isEqualTo(2000);
    assertThat(settings.durability()).isEqualTo(Durability.PROCESS);
    assertThat(settings.expected().maxValueBytes()).isEqualTo(208);
  }

  @Test
  void anAutomaticCacheFollowsTheTierAndAServersPoolTheLimit() {
    PackedSummary data = new PackedSummary(1_000_000, 100, 1_000_000_000, 20, 200, "00");
    Map<String, String> parameters = parameters();
    parameters.put("memory", "scarce");
    CellSettings settings = CellSettings.from(parameters::get);
    long raw = data.rawBytes();
    assertThat(settings.memoryBytes(data)).hasValue(Math.round(raw * 0.33));
    EngineSettings embedded = settings.engineSettings(data, CacheHome.NATIVE);
    assertThat(embedded.memoryBytes()).isEqualTo(Math.round(raw * 0.33));
    assertThat(embedded.cacheBytes()).isEqualTo(Math.round(raw * 0.028));
    EngineSettings server = settings.engineSettings(data, CacheHome.SERVER);
    assertThat(server.cacheBytes()).isEqualTo(Math.round(Math.round(raw * 0.33) * 0.7));
  }

  @Test
  void withoutALimitTheCacheIsThatOfTheTierInWhichAllFits() {
    PackedSummary data = new PackedSummary(1_000_000, 100, 1_000_000_000, 20, 200, "00");
    Map<String, String> fits = parameters();
    fits.put("memory", "fits");
    EngineSettings limited = CellSettings.from(fits::get).engineSettings(data, CacheHome.NATIVE);
    EngineSettings free =
        CellSettings.from(parameters()::get).engineSettings(data, CacheHome.NATIVE);
    assertThat(free.memoryBytes()).isEqualTo(EngineSettings.UNLIMITED);
    assertThat(free.cacheBytes()).isEqualTo(limited.cacheBytes());
    assertThat(free.writeBufferBytes()).isEqualTo(limited.writeBufferBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "durability, forever, sync",
    "compression, rar, zstd",
    "cache, lots, 0.33x",
    "memory, little, scarce",
    "bloomBits, ten, whole number"
  })
  void aWrongValueIsRefusedWithTheValidOnes(String name, String value, String hint) {
    Map<String, String> parameters = parameters();
    parameters.put(name, value);
    assertThatThrownBy(() -> CellSettings.from(parameters::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(value)
        .hasMessageContaining(hint);
  }
}
