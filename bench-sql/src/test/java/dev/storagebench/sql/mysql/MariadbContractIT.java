package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.StorageEngine;

/** The engine contract over a MariaDB server that is installed on this machine. */
final class MariadbContractIT extends ServerContract {

  @Override
  protected StorageEngine engine() {
    return new MariadbEngine();
  }
}
