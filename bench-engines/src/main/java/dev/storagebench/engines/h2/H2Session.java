package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.HeapBytes;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
  private final boolean syncs;
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;
  private final PreparedStatement sync;

  /**
   * A session on a connection, which it closes.
   *
   * @param syncs whether each write reaches stable storage before the call returns
   */
  H2Session(Connection connection, boolean syncs) throws SQLException {
    this.connection = connection;
    this.syncs = syncs;
    this.get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
    this.put = connection.prepareStatement(PUT);
    this.delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
    this.forward =
        connection.prepareStatement("SELECT k, v FROM records WHERE k >= ? ORDER BY k LIMIT ?");
    this.backward =
        connection.prepareStatement(
            "SELECT k, v FROM records WHERE k <= ? ORDER BY k DESC LIMIT ?");
    this.sync = connection.prepareStatement("CHECKPOINT SYNC");
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    byte[] found;
    try {
      get.setBytes(1, HeapBytes.of(key));
      try (ResultSet result = get.executeQuery()) {
        if (!result.next()) {
          return MISSING;
        }
        found = result.getBytes(1);
      }
    } catch (SQLException e) {
      throw H2Store.failure("get", e);
    }
    return HeapBytes.copy("h2", found, 0, found.length, into);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      put.setBytes(1, HeapBytes.of(key));
      put.setBytes(2, HeapBytes.of(value));
      put.executeUpdate();
      acknowledge();
    } catch (SQLException e) {
      throw H2Store.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      delete.setBytes(1, HeapBytes.of(key));
      delete.executeUpdate();
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
    PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
    int visited = 0;
    try {
      scan.setBytes(1, HeapBytes.of(from));
      scan.setInt(2, limit);
      try (ResultSet records = scan.executeQuery()) {
        while (records.next()) {
          visitor.record(
              ByteBuffer.wrap(records.getBytes(1)), ByteBuffer.wrap(records.getBytes(2)));
          visited++;
        }
      }
    } catch (SQLException e) {
      throw H2Store.failure("scan", e);
    }
    return visited;
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
        put.setBytes(1, each.key());
        put.setBytes(2, each.value());
        put.executeUpdate();
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
