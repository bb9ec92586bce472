package dev.storagebench.engines.chronicle;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class ChronicleEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new ChronicleEngine();
  }
}
