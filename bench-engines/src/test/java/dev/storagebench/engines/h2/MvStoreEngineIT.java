package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class MvStoreEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new MvStoreEngine();
  }
}
