package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
  private final SharedCache cache;
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;

  SqliteSession(Connection connection, SharedCache cache) throws SQLException {
    this.connection = connection;
    this.cache = cache;
    this.get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
    this.put = connection.prepareStatement(PUT);
    this.delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
    this.forward =
        connection.prepareStatement("SELECT k, v FROM records WHERE k >= ? ORDER BY k LIMIT ?");
    this.backward =
        connection.prepareStatement(
            "SELECT k, v FROM records WHERE k <= ? ORDER BY k DESC LIMIT ?");
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    try {
      get.setBytes(1, bytes(key));
      try (ResultSet row = get.executeQuery()) {
        if (!row.next()) {
          return MISSING;
        }
        byte[] found = row.getBytes(1);
        if (found.length > into.capacity()) {
          throw EngineException.doesNotFit("sqlite", found.length, into.capacity());
        }
        into.limit(found.length).position(0);
        into.put(0, found);
        return found.length;
      }
    } catch (SQLException e) {
      throw SqliteStore.failure("get", e);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      put.setBytes(1, bytes(key));
      put.setBytes(2, bytes(value));
      put.executeUpdate();
    } catch (SQLException e) {
      throw SqliteStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      delete.setBytes(1, bytes(key));
      delete.executeUpdate();
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
    PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
    int visited = 0;
    try {
      scan.setBytes(1, bytes(from));
      scan.setInt(2, limit);
      try (ResultSet rows = scan.executeQuery()) {
        while (rows.next()) {
          visitor.record(ByteBuffer.wrap(rows.getBytes(1)), ByteBuffer.wrap(rows.getBytes(2)));
          visited++;
        }
      }
    } catch (SQLException e) {
      throw SqliteStore.failure("scan", e);
    }
    return visited;
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
          put.setBytes(1, each.key());
          put.setBytes(2, each.value());
          put.executeUpdate();
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
