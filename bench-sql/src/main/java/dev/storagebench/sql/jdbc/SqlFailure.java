package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.sql.SQLException;

/** Turns what the driver throws into what the SPI promises. */
final class SqlFailure {

  private SqlFailure() {}

  /** The failure of something that was tried, with the server's own code and text. */
  static EngineException of(String what, SQLException e) {
    return new EngineException(
        "SQL: %s failed with error %d (SQLSTATE %s): %s"
            .formatted(what, e.getErrorCode(), e.getSQLState(), e.getMessage()),
        e);
  }
}
