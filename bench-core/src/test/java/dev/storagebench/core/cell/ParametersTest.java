package dev.storagebench.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
  private static final Capabilities EMBEDDED = Capabilities.cachingIn(CacheLocation.NATIVE);
  private static final PackedSummary LARGE =
      new PackedSummary(1_000_000, 100, 1_000_000_000, 20, 200, "00", null);

  private static Map<String, String> parameters() {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("engine", "rocksdb");
    parameters.put("seed", "42");
    return parameters;
  }

  @Test
  void ratiosBecomeBytesOnceTheDataIsKnown() {
    Map<String, String> parameters = parameters();
    parameters.put("cache", "2x");
    EngineSettings settings =
        new Parameters(parameters)
            .engineSettings(new PackedSummary(10, 100, 900, 20, 200, "00", null), EMBEDDED);
    assertThat(settings.cacheBytes()).isEqualTo(2000);
    assertThat(settings.durability()).isEqualTo(Durability.PROCESS);
    assertThat(settings.expected().maxValueBytes()).isEqualTo(208);
  }

  @Test
  void underALimitTheCacheFollowsTheTierOrTheEnginesShareOfTheLimit() {
    Map<String, String> parameters = parameters();
    parameters.put("memory", "scarce");
    Parameters settings = new Parameters(parameters);
    long raw = LARGE.rawBytes();
    long limit = Math.round(raw * 0.33);
    assertThat(settings.memoryBytes(LARGE)).hasValue(limit);
    EngineSettings embedded = settings.engineSettings(LARGE, EMBEDDED);
    assertThat(embedded.memoryBytes()).isEqualTo(limit);
    assertThat(embedded.cacheBytes()).isEqualTo(Math.round(raw * 0.028));
    assertThat(embedded.writeBufferBytes()).hasValue(Math.round(raw * 0.028));
    // What it holds at its start is granted beside the limit: no part of it becomes cache.
    Capabilities server = EMBEDDED.serverMemory(new ServerMemory(0.25, 0, 1 << 20));
    assertThat(settings.engineSettings(LARGE, server).memoryBytes()).isEqualTo(limit);
    assertThat(settings.engineSettings(LARGE, server).cacheBytes())
        .isEqualTo(Math.round(limit * 0.25));
  }

  @Test
  void aSizeThatIsAskedForIsTheSameForAll() {
    Map<String, String> parameters = parameters();
    parameters.put("memory", "scarce");
    parameters.put("cache", "0.1x");
    Parameters settings = new Parameters(parameters);
    assertThat(
            settings
                .engineSettings(LARGE, EMBEDDED.serverMemory(new ServerMemory(0.7, 0, 1 << 20)))
                .cacheBytes())
        .isEqualTo(settings.engineSettings(LARGE, EMBEDDED).cacheBytes())
        .isEqualTo(Math.round(LARGE.rawBytes() * 0.1));
  }

  @Test
  void withoutALimitTheCacheHoldsAllDataInEveryEngine() {
    Parameters settings = new Parameters(parameters());
    for (Capabilities each :
        List.of(EMBEDDED, EMBEDDED.serverMemory(new ServerMemory(0.7, 0, 1 << 20)))) {
      EngineSettings free = settings.engineSettings(LARGE, each);
      assertThat(free.memoryBytes()).isEqualTo(EngineSettings.UNLIMITED);
      assertThat(free.cacheBytes()).isEqualTo(2 * LARGE.rawBytes());
      assertThat(free.writeBufferBytes()).isEmpty();
    }
  }

  @Test
  void whatIsNotAskedForIsLeftToTheEngine() {
    Map<String, String> parameters = parameters();
    EngineSettings own = new Parameters(parameters).engineSettings(LARGE, EMBEDDED);
    assertThat(own.blockBytes()).isEmpty();
    assertThat(own.bloomBitsPerKey()).isEmpty();
    parameters.putAll(Map.of("block", "8k", "bloomBits", "0", "writeBuffer", "1m"));
    EngineSettings asked = new Parameters(parameters).engineSettings(LARGE, EMBEDDED);
    assertThat(asked.blockBytes()).hasValue(8192);
    assertThat(asked.bloomBitsPerKey()).hasValue(0);
    assertThat(asked.writeBufferBytes()).hasValue(1L << 20);
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
    assertThatThrownBy(() -> new Parameters(parameters))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(value)
        .hasMessageContaining(hint);
  }
}
