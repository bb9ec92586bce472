package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.JdbcRecords;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * One thread's connection with its prepared statements. The driver takes and gives arrays, so each
 * call makes some.
 *
 * <p>A write outside a transaction is one of its own and takes SQLite's lock for writers from the
 * start. Who does not get it sleeps in SQLite's busy handler; a fair lock of ours before it was
 * tried and cost a fifth of the writes of two threads, though it halved the longest wait.
 */
final class SqliteSession implements Session {
  // An upsert keeps the row and its place in the index; REPLACE would delete and insert both.
  static final String PUT =
      "INSERT INTO records (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v";

  private final Connection connection;
  private final JdbcRecords records;
  private final SharedCache cache;

  SqliteSession(Connection connection, SharedCache cache) throws SQLException {
    this.connection = connection;
    this.records = new JdbcRecords(connection, PUT);
    this.cache = cache;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    try {
      return records.get("sqlite", key, into);
    } catch (SQLException e) {
      throw SqliteStore.failure("get", e);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      records.put(HeapBytes.of(key), HeapBytes.of(value));
    } catch (SQLException e) {
      throw SqliteStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      records.delete(key);
    } catch (SQLException e) {
      throw SqliteStore.failure("delete", e);
    }
  }

  @Override
  public Batch batch() {
    return ArrayBatch.inOrder(this::putAll);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try {
      return records.scan(from, direction, limit, visitor);
    } catch (SQLException e) {
      throw SqliteStore.failure("scan", e);
    }
  }

  /**
   * The driver's own {@code commit} would begin the next transaction at once and keep the lock for
   * writers; so a batch is committed by going back to statements that commit by themselves.
   */
  private void putAll(List<ArrayBatch.Put> puts) {
    try {
      connection.setAutoCommit(false);
      try {
        for (ArrayBatch.Put each : puts) {
          records.put(each.key(), each.value());
        }
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw SqliteStore.failure("write a batch", e);
    }
  }

  @Override
  public void close() {
    try {
      cache.leave(connection);
      connection.close();
    } catch (SQLException e) {
      throw SqliteStore.failure("close a connection", e);
    }
  }
}
