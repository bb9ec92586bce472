package dev.storagebench.engines.derby;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class DerbyEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new DerbyEngine();
  }
}
