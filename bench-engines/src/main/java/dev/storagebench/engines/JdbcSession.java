package dev.storagebench.engines;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.SqlBatchRead;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One connection to a table {@code records(k, v)} of an embedded SQL database, in auto-commit. */
public class JdbcSession extends HeapSession {
  /** Whether a transaction failed by a deadlock, as standard SQL reports it. */
  public static final Predicate<SQLException> DEADLOCK = e -> "40001".equals(e.getSQLState());

  private static final String DELETE = "DELETE FROM records WHERE k = ?";

  /** Its own, closed with it. */
  protected final Connection connection;

  private final Predicate<SQLException> isConflict;
  private final PreparedStatement get;
  private final SqlBatchRead several;
  private final String putText;
  private PreparedStatement put;
  private PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;

  /** A session of a database that ends a query by {@code LIMIT}. */
  public JdbcSession(
      EmbeddedStore store,
      Function<Consumer<List<ArrayBatch.Put>>, @Nullable Batch> batches,
      Connection connection,
      Predicate<SQLException> isConflict,
      String put)
      throws SQLException {
    this(store, batches, connection, isConflict, put, "LIMIT ?");
  }

  /**
   * Prepares the statements.
   *
   * @param connection closed with the session
   * @param isConflict whether a transaction failed because of a concurrent one
   * @param put inserts or replaces a record, see {@link #upsert}
   * @param limit ends a query after as many rows as its parameter says
   */
  protected JdbcSession(
      EmbeddedStore store,
      Function<Consumer<List<ArrayBatch.Put>>, @Nullable Batch> batches,
      Connection connection,
      Predicate<SQLException> isConflict,
      String put,
      String limit)
      throws SQLException {
    super(store, batches);
    this.connection = connection;
    this.isConflict = isConflict;
    this.get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
    this.several =
        new SqlBatchRead(
            connection,
            "SELECT k, v FROM records WHERE k IN",
            this::stored,
            (row, into) -> copy(row.getBytes(2), into));
    this.putText = put;
    this.put = connection.prepareStatement(put);
    this.delete = connection.prepareStatement(DELETE);
    this.forward =
        connection.prepareStatement("SELECT k, v FROM records WHERE k >= ? ORDER BY k " + limit);
    this.backward =
        connection.prepareStatement(
            "SELECT k, v FROM records WHERE k <= ? ORDER BY k DESC " + limit);
  }

  /** The form in which a key is stored: as it is, or so that keys are kept apart and in order. */
  protected byte[] stored(byte[] key) {
    return key;
  }

  /** The key of which this is stored. */
  protected ByteBuffer key(byte[] stored) {
    return ByteBuffer.wrap(stored);
  }

  @Override
  protected final int read(byte[] key, ByteBuffer into) throws SQLException {
    get.setBytes(1, stored(key));
    try (ResultSet row = get.executeQuery()) {
      return row.next() ? copy(row.getBytes(1), into) : MISSING;
    }
  }

  /** By one statement. */
  @Override
  public final void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
    try {
      several.read(keys, into, lengths);
    } catch (SQLException e) {
      throw store.failure("get several", e);
    }
  }

  /** Inserts or replaces a record by the statement {@code put}: key, then value. */
  protected void upsert(byte[] key, byte[] value) throws SQLException {
    put.setBytes(1, stored(key));
    put.setBytes(2, value);
    put.executeUpdate();
  }

  @Override
  protected final void write(byte[] key, byte[] value) throws SQLException {
    try {
      upsert(key, value);
    } catch (SQLException e) {
      repeat(e, "put", () -> upsert(key, value));
    }
  }

  private void deleteOnce(byte[] key) throws SQLException {
    delete.setBytes(1, stored(key));
    delete.executeUpdate();
  }

  /**
   * Prepares the statements again that the driver has closed after a conflict.
   *
   * @return false: the transaction is not done
   * @throws SQLException the given one, if it is no conflict
   */
  private boolean afterConflict(SQLException e) throws SQLException {
    if (!isConflict.test(e)) {
      throw e;
    }
    if (put.isClosed()) {
      put = connection.prepareStatement(putText);
    }
    if (delete.isClosed()) {
      delete = connection.prepareStatement(DELETE);
    }
    return false;
  }

  /** A statement in auto-commit. */
  private interface Change {
    void make() throws SQLException;
  }

  /** Repeats a change that conflicted until it does not. */
  private void repeat(SQLException first, String operation, Change change) throws SQLException {
    afterConflict(first);
    TransactionRetry.untilDone(
        store.engine,
        operation,
        () -> {
          try {
            change.make();
            return true;
          } catch (SQLException e) {
            return afterConflict(e);
          }
        });
  }

  @Override
  protected final void remove(byte[] key) throws SQLException {
    try {
      deleteOnce(key);
    } catch (SQLException e) {
      repeat(e, "delete", () -> deleteOnce(key));
    }
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
        upsert(each.key(), each.value());
      }
      connection.setAutoCommit(true);
      return true;
    } catch (SQLException e) {
      try {
        connection.rollback();
      } catch (SQLException ended) {
        // A commit that fails may have ended the transaction.
        e.addSuppressed(ended);
      }
      connection.setAutoCommit(true);
      return afterConflict(e);
    }
  }

  @Override
  protected final int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor)
      throws SQLException {
    PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
    scan.setBytes(1, stored(HeapBytes.of(from)));
    scan.setInt(2, limit);
    int visited = 0;
    try (ResultSet rows = scan.executeQuery()) {
      while (rows.next()) {
        visitor.record(key(rows.getBytes(1)), ByteBuffer.wrap(rows.getBytes(2)));
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
