package dev.storagebench.engines.leveldbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HyperLevelDbEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new CEngine.HyperLevelDb();
  }

  @Test
  void itsLibraryIsRefusedAsLevelDb() {
    Optional<Path> file = new SystemLibrary("hyperleveldb", "hyperleveldb", "").file();
    assumeTrue(file.isPresent(), "no library libhyperleveldb is installed");
    StorageEngine leveldb =
        Engines.of(Candidate.parse("leveldb{library=%s}".formatted(file.orElseThrow())));
    assertThat(leveldb.availability())
        .isInstanceOfSatisfying(
            Availability.Unsupported.class,
            refused -> assertThat(refused.message()).contains("use hyperleveldb{library="));
  }
}
