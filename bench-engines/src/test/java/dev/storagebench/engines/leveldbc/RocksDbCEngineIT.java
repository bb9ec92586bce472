package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class RocksDbCEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new CEngine.RocksDb();
  }
}
