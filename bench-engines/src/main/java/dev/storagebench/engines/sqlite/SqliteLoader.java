package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Puts many records in each transaction. */
final class SqliteLoader implements BulkLoader {
  private static final int RECORDS_PER_TRANSACTION = 10_000;

  private final Connection connection;
  private final SharedCache cache;
  private final PreparedStatement put;
  private int records;

  SqliteLoader(Connection connection, SharedCache cache) throws SQLException {
    this.connection = connection;
    this.cache = cache;
    this.put = connection.prepareStatement(SqliteSession.PUT);
    connection.setAutoCommit(false);
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    try {
      put.setBytes(1, HeapBytes.of(key));
      put.setBytes(2, HeapBytes.of(value));
      put.executeUpdate();
      if (++records % RECORDS_PER_TRANSACTION == 0) {
        connection.commit();
      }
    } catch (SQLException e) {
      throw SqliteStore.failure("load", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.commit();
      cache.leave(connection);
      connection.close();
    } catch (SQLException e) {
      throw SqliteStore.failure("complete the load", e);
    }
  }
}
