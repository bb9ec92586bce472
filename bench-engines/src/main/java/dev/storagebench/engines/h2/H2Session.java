package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.JdbcRecords;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.h2.api.ErrorCode;

/** One thread's access: a connection that commits by itself, with its prepared statements. */
final class H2Session implements Session {
  static final String PUT = "MERGE INTO records(k, v) KEY(k) VALUES(?, ?)";

  // Two transactions were in each other's way; one was refused and may be tried again.
  private static final Set<Integer> REPEATABLE =
      Set.of(ErrorCode.DEADLOCK_1, ErrorCode.LOCK_TIMEOUT_1, ErrorCode.CONCURRENT_UPDATE_1);

  private final Connection connection;
  private final JdbcRecords records;
  private final boolean syncs;
  private final PreparedStatement sync;

  /**
   * A session on a connection, which it closes.
   *
   * @param syncs whether each write reaches stable storage before the call returns
   */
  H2Session(Connection connection, boolean syncs) throws SQLException {
    this.connection = connection;
    this.records = new JdbcRecords(connection, PUT);
    this.syncs = syncs;
    this.sync = connection.prepareStatement("CHECKPOINT SYNC");
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    try {
      return records.get("h2", key, into);
    } catch (SQLException e) {
      throw H2Store.failure("get", e);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      records.put(HeapBytes.of(key), HeapBytes.of(value));
      acknowledge();
    } catch (SQLException e) {
      throw H2Store.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      records.delete(key);
      acknowledge();
    } catch (SQLException e) {
      throw H2Store.failure("delete", e);
    }
  }

  private void acknowledge() throws SQLException {
    if (syncs) {
      sync.execute();
    }
  }

  @Override
  public Batch batch() {
    return ArrayBatch.sorted(this::putAll);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try {
      return records.scan(from, direction, limit, visitor);
    } catch (SQLException e) {
      throw H2Store.failure("scan", e);
    }
  }

  private void putAll(List<ArrayBatch.Put> puts) {
    for (int attempt = 1; ; attempt++) {
      try {
        putAllOnce(puts);
        return;
      } catch (SQLException e) {
        if (attempt == ArrayBatch.ATTEMPTS || !REPEATABLE.contains(e.getErrorCode())) {
          throw H2Store.failure("write a batch", e);
        }
      }
    }
  }

  private void putAllOnce(List<ArrayBatch.Put> puts) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (ArrayBatch.Put each : puts) {
        records.put(each.key(), each.value());
      }
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
    acknowledge();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw H2Store.failure("close a session", e);
    }
  }
}
