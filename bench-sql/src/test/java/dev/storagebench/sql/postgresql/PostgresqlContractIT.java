package dev.storagebench.sql.postgresql;

import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.mysql.ServerContract;
import dev.storagebench.sql.server.RealServer;

/** The engine contract over a PostgreSQL server of our own. */
final class PostgresqlContractIT extends ServerContract {

  @Override
  protected StorageEngine engine() {
    RealServer.postgresql();
    return new PostgresqlEngine();
  }
}
