package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.server.RealMysql;

/** The engine contract over a MySQL server of our own. */
final class MysqlContractIT extends ServerContract {

  @Override
  protected StorageEngine engine() {
    RealMysql.install();
    return new MysqlEngine();
  }
}
