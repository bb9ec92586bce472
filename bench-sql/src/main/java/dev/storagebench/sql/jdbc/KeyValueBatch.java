package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.ArrayBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches: one statement with many rows, which is a transaction of its own, or a transaction
 * of single rows where that would be too long a statement.
 */
final class KeyValueBatch {
  // Well under the smallest max_allowed_packet that is a default somewhere (4 MiB in MySQL 5.7).
  private static final long STATEMENT_BYTES = 1 << 20;

  private final Pool pool;
  private final Dialect dialect;
  private final Connection connection;
  private final PreparedStatement one;
  private final Table table;
  private @Nullable PreparedStatement many;
  private int rows;

  /**
   * Writes over a connection that commits by itself.
   *
   * @param one puts one row
   */
  KeyValueBatch(
      Pool pool, Dialect dialect, Connection connection, PreparedStatement one, Table table) {
    this.pool = pool;
    this.dialect = dialect;
    this.connection = connection;
    this.one = one;
    this.table = table;
  }

  /** Writes all or none. */
  void write(List<ArrayBatch.Put> puts) {
    long bytes = 0;
    for (ArrayBatch.Put put : puts) {
      bytes += put.key().length + put.value().length;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        if (bytes <= STATEMENT_BYTES) {
          writeTogether(puts);
        } else {
          writeOneByOne(puts);
        }
        return;
      } catch (SQLException e) {
        boolean repeatable = dialect.isDeadlock(e) || dialect.isLockTimeout(e);
        if (attempt == ArrayBatch.ATTEMPTS || !repeatable) {
          throw pool.failure("batch", e);
        }
      }
    }
  }

  private void writeTogether(List<ArrayBatch.Put> puts) throws SQLException {
    PreparedStatement all = statement(puts.size());
    for (int row = 0; row < puts.size(); row++) {
      all.setBytes(2 * row + 1, puts.get(row).key());
      all.setBytes(2 * row + 2, puts.get(row).value());
    }
    all.executeUpdate();
  }

  /** The statement of the last batch, if this one is as large. */
  private PreparedStatement statement(int size) throws SQLException {
    if (many == null || rows != size) {
      close();
      many = connection.prepareStatement(dialect.upsert(table, size));
      rows = size;
    }
    return many;
  }

  private void writeOneByOne(List<ArrayBatch.Put> puts) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (ArrayBatch.Put put : puts) {
        one.setBytes(1, put.key());
        one.setBytes(2, put.value());
        one.executeUpdate();
      }
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  void close() throws SQLException {
    if (many != null) {
      many.close();
      many = null;
    }
  }
}
