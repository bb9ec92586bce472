package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class LwjglEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new LwjglEngine();
  }
}
