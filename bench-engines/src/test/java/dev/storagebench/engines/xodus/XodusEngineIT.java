package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class XodusEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new XodusEngine();
  }
}
