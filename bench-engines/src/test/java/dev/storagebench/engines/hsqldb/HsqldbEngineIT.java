package dev.storagebench.engines.hsqldb;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class HsqldbEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new HsqldbEngine();
  }
}
