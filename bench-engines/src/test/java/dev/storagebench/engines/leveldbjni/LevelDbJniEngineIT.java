package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class LevelDbJniEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new LevelDbJniEngine();
  }
}
