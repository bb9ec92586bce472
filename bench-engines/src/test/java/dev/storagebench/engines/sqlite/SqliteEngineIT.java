package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;

class SqliteEngineIT extends EngineContract {

  @Override
  protected StorageEngine engine() {
    return new SqliteEngine();
  }
}
