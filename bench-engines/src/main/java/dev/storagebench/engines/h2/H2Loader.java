package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Puts many records in each transaction. */
final class H2Loader implements BulkLoader {
  private static final int RECORDS_PER_TRANSACTION = 1000;

  private final Connection connection;
  private final PreparedStatement put;
  private int records;

  /** Loads over a connection, which it closes. */
  H2Loader(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    this.put = connection.prepareStatement(H2Session.PUT);
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
      throw H2Store.failure("load", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.commit();
      connection.close();
    } catch (SQLException e) {
      throw H2Store.failure("load", e);
    }
  }
}
