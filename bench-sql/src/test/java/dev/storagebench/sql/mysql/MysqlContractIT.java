package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.server.RealServer;

/** The engine contract over a MySQL server of our own. */
final class MysqlContractIT extends ServerContract {

  @Override
  protected StorageEngine engine() {
    RealServer.mysql();
    return new MysqlEngine();
  }
}
