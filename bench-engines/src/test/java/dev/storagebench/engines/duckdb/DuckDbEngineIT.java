package dev.storagebench.engines.duckdb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new DuckDbEngine();
  }

  /** Without the question mark, which it refuses. */
  @Override
  protected String oddFolder() {
    return super.oddFolder().replace("?", "");
  }

  @Test
  void aFolderWithAQuestionMarkIsRefused(@TempDir Path folder) throws IOException {
    Path odd = Files.createDirectory(folder.resolve("why?"));
    assertThatThrownBy(() -> engine().open(odd, settings(Durability.PROCESS, Compression.NONE)))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("why?");
  }
}
