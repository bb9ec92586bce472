package dev.storagebench.engines.perconaft;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class PerconaFtEngineTest extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new PerconaFtEngine();
  }
}
