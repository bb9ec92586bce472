package dev.storagebench.engines.je;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JeEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new JeEngine();
  }

  /** A third of ten records, for example. */
  @Test
  void aSmallerCacheThanItTakesIsItsSmallest(@TempDir Path folder) {
    EngineSettings any = settings(Durability.NONE, Compression.NONE);
    EngineSettings few =
        new EngineSettings(
            any.memoryBytes(),
            3000,
            any.writeBufferBytes(),
            any.blockBytes(),
            any.compression(),
            any.durability(),
            any.bloomBitsPerKey(),
            any.expected(),
            Map.of());
    try (KeyValueStore store = new JeEngine().open(folder, few)) {
      assertThat(store.settings())
          .filteredOn(setting -> setting.name().equals("cacheBytes"))
          .extracting(AppliedSetting::value)
          .containsExactly("98304");
    }
  }
}
