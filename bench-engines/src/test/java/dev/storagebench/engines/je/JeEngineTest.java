package dev.storagebench.engines.je;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class JeEngineTest extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new JeEngine();
  }
}
