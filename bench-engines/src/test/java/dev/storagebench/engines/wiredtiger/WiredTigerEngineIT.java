package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class WiredTigerEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new WiredTigerEngine();
  }
}
