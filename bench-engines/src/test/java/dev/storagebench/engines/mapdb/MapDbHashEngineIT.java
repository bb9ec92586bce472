package dev.storagebench.engines.mapdb;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class MapDbHashEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new MapDbEngine.Hash();
  }
}
