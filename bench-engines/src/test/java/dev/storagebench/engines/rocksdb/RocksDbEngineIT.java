package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class RocksDbEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new RocksDbEngine();
  }
}
