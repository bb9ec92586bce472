package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts many rows with each statement, and many statements into each transaction. */
final class MultiRowLoader implements BulkLoader {
  private static final int ROWS_PER_STATEMENT = 64;
  // Well under the smallest max_allowed_packet that is a default somewhere (4 MiB in MySQL 5.7).
  private static final int STATEMENT_BYTES = 1 << 20;
  // Redo and undo of one transaction stay small beside their logs.
  private static final int TRANSACTION_BYTES = 16 << 20;

  private final Pool pool;
  private final Connection connection;
  private final PreparedStatement many;
  private final PreparedStatement one;
  private final List<byte[]> keys = new ArrayList<>(ROWS_PER_STATEMENT);
  private final List<byte[]> values = new ArrayList<>(ROWS_PER_STATEMENT);
  private final @Nullable LoadedRecords earlier;
  private int pendingBytes;
  private int uncommittedBytes;

  /**
   * Borrows a connection, which goes back in the end.
   *
   * @param earlier what a load that was cut off has put; null if there was none
   */
  MultiRowLoader(Pool pool, Dialect dialect, Table table, @Nullable LoadedRecords earlier)
      throws SQLException {
    this.earlier = earlier;
    this.pool = pool;
    this.connection = pool.connection();
    try {
      connection.setAutoCommit(false);
      many = connection.prepareStatement(dialect.upsert(table, ROWS_PER_STATEMENT));
      one = connection.prepareStatement(dialect.upsert(table, 1));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    keys.add(HeapBytes.of(key));
    values.add(HeapBytes.of(value));
    pendingBytes += key.remaining() + value.remaining();
    if (keys.size() == ROWS_PER_STATEMENT || pendingBytes >= STATEMENT_BYTES) {
      try {
        send();
      } catch (SQLException e) {
        throw pool.failure("load", e);
      }
    }
  }

  private void send() throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    if (earlier == null || !earlier.have(keys, values, connection)) {
      put();
      uncommittedBytes += pendingBytes;
    }
    keys.clear();
    values.clear();
    pendingBytes = 0;
    if (uncommittedBytes >= TRANSACTION_BYTES) {
      connection.commit();
      uncommittedBytes = 0;
    }
  }

  private void put() throws SQLException {
    if (keys.size() == ROWS_PER_STATEMENT) {
      for (int row = 0; row < ROWS_PER_STATEMENT; row++) {
        many.setBytes(2 * row + 1, keys.get(row));
        many.setBytes(2 * row + 2, values.get(row));
      }
      many.executeUpdate();
    } else {
      for (int row = 0; row < keys.size(); row++) {
        one.setBytes(1, keys.get(row));
        one.setBytes(2, values.get(row));
        one.executeUpdate();
      }
    }
  }

  @Override
  public long found() {
    return earlier == null ? 0 : earlier.found();
  }

  @Override
  public void close() {
    try (connection;
        many;
        one) {
      send();
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw pool.failure("load", e);
    }
    if (earlier != null) {
      earlier.compare();
    }
  }
}
