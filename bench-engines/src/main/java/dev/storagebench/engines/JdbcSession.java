package dev.storagebench.engines;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection to a table {@code records(k, v)} of an embedded SQL database, in auto-commit. */
public abstract class JdbcSession extends HeapSession {
  private final Connection connection;
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;

  /**
   * Prepares the statements.
   *
   * @param connection closed with the session
   * @param put inserts or replaces a record: key, then value
   */
  protected JdbcSession(
      EmbeddedStore store,
      Function<Consumer<List<ArrayBatch.Put>>, @Nullable Batch> batches,
      Connection connection,
      String put)
      throws SQLException {
    super(store, batches);
    this.connection = connection;
    this.get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
    this.put = connection.prepareStatement(put);
    this.delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
    this.forward =
        connection.prepareStatement("SELECT k, v FROM records WHERE k >= ? ORDER BY k LIMIT ?");
    this.backward =
        connection.prepareStatement(
            "SELECT k, v FROM records WHERE k <= ? ORDER BY k DESC LIMIT ?");
  }

  /** Called after each commit. */
  protected void committed() throws SQLException {}

  /** Whether a transaction failed because of a concurrent one. */
  protected boolean isConflict(SQLException e) {
    return false;
  }

  @Override
  protected final int read(byte[] key, ByteBuffer into) throws SQLException {
    get.setBytes(1, key);
    try (ResultSet row = get.executeQuery()) {
      return row.next() ? copy(row.getBytes(1), into) : MISSING;
    }
  }

  private void insert(byte[] key, byte[] value) throws SQLException {
    put.setBytes(1, key);
    put.setBytes(2, value);
    put.executeUpdate();
  }

  @Override
  protected final void write(byte[] key, byte[] value) throws SQLException {
    insert(key, value);
    committed();
  }

  @Override
  protected final void remove(byte[] key) throws SQLException {
    delete.setBytes(1, key);
    delete.executeUpdate();
    committed();
  }

  /**
   * Commits by going back to auto-commit: after {@code commit()} SQLite's driver would begin the
   * next transaction at once and keep the lock for writers.
   */
  @Override
  protected final boolean writeOnce(List<ArrayBatch.Put> puts) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (ArrayBatch.Put each : puts) {
        insert(each.key(), each.value());
      }
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      connection.rollback();
      connection.setAutoCommit(true);
      if (isConflict(e)) {
        return false;
      }
      throw e;
    }
    committed();
    return true;
  }

  @Override
  protected final int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor)
      throws SQLException {
    PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
    scan.setBytes(1, HeapBytes.of(from));
    scan.setInt(2, limit);
    int visited = 0;
    try (ResultSet rows = scan.executeQuery()) {
      while (rows.next()) {
        visitor.record(ByteBuffer.wrap(rows.getBytes(1)), ByteBuffer.wrap(rows.getBytes(2)));
        visited++;
      }
    }
    return visited;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw store.failure("close a connection", e);
    }
  }
}
