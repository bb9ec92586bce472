package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class LevelDbEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new CEngine.LevelDb();
  }
}
