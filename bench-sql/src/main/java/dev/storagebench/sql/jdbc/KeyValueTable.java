package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SqlBatchRead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys and values in a table of two columns. */
final class KeyValueTable extends SqlStore implements KeyValueStore {
  private static final int CHUNK_BYTES = 16 << 10;

  private final String table;
  private @Nullable Pool clients;

  /** A table that may not exist yet. */
  KeyValueTable(Server server, String table) {
    super(server, List.of(table));
    this.table = table;
  }

  @Override
  void create(String options) {
    admin().run(List.of(dialect().createKeyValues(table, options)));
  }

  private synchronized Pool clients() {
    if (clients == null) {
      clients = connect(SqlEngine.DEFAULT_DRIVER);
    }
    return clients;
  }

  @Override
  public Session session() {
    try {
      return new KeyValueSession();
    } catch (SQLException e) {
      throw failure("preparing statements", e);
    }
  }

  /** With one sender: of a key that occurs twice, the last value is stored. */
  @Override
  public BulkLoader loader() {
    return new RowLoader(this, RowMapping.KEY_VALUES, Long.MAX_VALUE, 1);
  }

  @Override
  public synchronized void close() {
    if (clients != null) {
      clients.close();
    }
    super.close();
  }

  /**
   * One thread's connection to a table of keys and values, with its statements prepared.
   *
   * <p>The driver requires arrays of exactly the right length, so a put allocates its value; a
   * key's array is reused while keys have the same length.
   */
  private final class KeyValueSession implements Session {
    private final Connection pooled = clients().hold();
    private final Connection connection;
    private final PreparedStatement get;
    private final SqlBatchRead several;
    private final PreparedStatement put;
    private final PreparedStatement delete;
    private final PreparedStatement forward;
    private final PreparedStatement backward;
    private final long[] counts = new long[SentStatements.KINDS];
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private byte[] keyBytes = new byte[0];
    private @Nullable PreparedStatement batch;
    private int batchRows;

    /**
     * Takes a connection, which is returned when the session is closed.
     *
     * @throws SQLException if a statement cannot be prepared
     */
    KeyValueSession() throws SQLException {
      try {
        // The driver's own statements: the pool's proxies would add a call to each use.
        connection = pooled.unwrap(Connection.class);
        get = connection.prepareStatement(dialect().get(table));
        several =
            new SqlBatchRead(
                connection, dialect().getAll(table), key -> key, (row, into) -> copy(row, 2, into));
        put =
            connection.prepareStatement(
                dialect().upsert(table, RowMapping.KEY_VALUES.columns(), 1));
        delete = connection.prepareStatement(dialect().delete(table));
        forward = connection.prepareStatement(dialect().scan(table, Direction.FORWARD));
        backward = connection.prepareStatement(dialect().scan(table, Direction.BACKWARD));
      } catch (SQLException e) {
        pooled.close();
        throw e;
      }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      try {
        get.setBytes(1, key(key));
        counts[SentStatements.SELECT]++;
        try (ResultSet row = get.executeQuery()) {
          return row.next() ? copy(row, 1, into) : MISSING;
        }
      } catch (SQLException e) {
        throw failure("get", e);
      }
    }

    @Override
    public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
      try {
        counts[SentStatements.SELECT]++;
        several.read(keys, into, lengths);
      } catch (SQLException e) {
        throw failure("get several", e);
      }
    }

    /** The driver's stream reads what has been received; its getBytes would copy once more. */
    private int copy(ResultSet row, int column, ByteBuffer into) throws SQLException {
      InputStream value = row.getBinaryStream(column);
      into.clear();
      int length = 0;
      try {
        for (int read = value.read(chunk); read >= 0; read = value.read(chunk)) {
          length += read;
          if (length <= into.capacity()) {
            into.put(chunk, 0, read);
          }
        }
      } catch (IOException e) {
        throw new EngineException("get failed: " + e, e);
      }
      if (length > into.capacity()) {
        throw EngineException.doesNotFit(admin().engine(), length, into.capacity());
      }
      into.flip();
      return length;
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      try {
        put.setBytes(1, key(key));
        put.setBytes(2, HeapBytes.of(value));
        counts[SentStatements.REPLACE]++;
        put.executeUpdate();
      } catch (SQLException e) {
        throw failure("put", e);
      }
    }

    @Override
    public void delete(ByteBuffer key) {
      try {
        delete.setBytes(1, key(key));
        counts[SentStatements.DELETE]++;
        delete.executeUpdate();
      } catch (SQLException e) {
        throw failure("delete", e);
      }
    }

    @Override
    public Batch batch() {
      return ArrayBatch.sorted(this::write);
    }

    /** Writes all puts or none; repeats them after a deadlock or a lock-wait timeout. */
    private void write(List<ArrayBatch.Put> puts) {
      List<List<byte[]>> rows = new ArrayList<>(puts.size());
      for (ArrayBatch.Put one : puts) {
        int last = rows.size() - 1;
        // PostgreSQL changes a row only once in a statement; equal keys are neighbours.
        if (last >= 0 && Arrays.equals(rows.get(last).get(0), one.key())) {
          rows.remove(last);
        }
        rows.add(List.of(one.key(), one.value()));
      }
      long bytes = puts.stream().mapToLong(one -> one.key().length + one.value().length).sum();
      for (int attempt = 1; ; attempt++) {
        try {
          if (bytes <= RowInserts.STATEMENT_BYTES && 2 * rows.size() <= RowInserts.MAX_PARAMETERS) {
            PreparedStatement all = batch(rows.size());
            counts[SentStatements.REPLACE]++;
            RowInserts.execute(all, rows);
          } else {
            writeOneByOne(rows);
          }
          return;
        } catch (SQLException e) {
          boolean repeatable = dialect().isDeadlock(e) || dialect().isLockTimeout(e);
          if (attempt == ArrayBatch.ATTEMPTS || !repeatable) {
            throw failure("batch", e);
          }
        }
      }
    }

    /** The statement of the last batch if this one has the same size. */
    private PreparedStatement batch(int rows) throws SQLException {
      if (batch == null || batchRows != rows) {
        if (batch != null) {
          batch.close();
        }
        batch =
            connection.prepareStatement(
                dialect().upsert(table, RowMapping.KEY_VALUES.columns(), rows));
        batchRows = rows;
      }
      return batch;
    }

    private void writeOneByOne(List<List<byte[]>> rows) throws SQLException {
      connection.setAutoCommit(false);
      try {
        for (List<byte[]> row : rows) {
          counts[SentStatements.REPLACE]++;
          RowInserts.execute(put, List.of(row));
        }
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
      try {
        scan.setBytes(1, key(from));
        scan.setInt(2, limit);
        counts[SentStatements.SELECT]++;
        int visited = 0;
        try (ResultSet rows = scan.executeQuery()) {
          while (rows.next()) {
            visitor.record(ByteBuffer.wrap(rows.getBytes(1)), ByteBuffer.wrap(rows.getBytes(2)));
            visited++;
          }
        }
        return visited;
      } catch (SQLException e) {
        throw failure("scan", e);
      }
    }

    private byte[] key(ByteBuffer key) {
      if (keyBytes.length != key.remaining()) {
        keyBytes = new byte[key.remaining()];
      }
      key.get(key.position(), keyBytes);
      return keyBytes;
    }

    @Override
    public void close() {
      try (pooled;
          get;
          several;
          put;
          delete;
          forward;
          backward) {
        keyBytes = new byte[0];
        sent().add(counts);
        if (batch != null) {
          batch.close();
        }
      } catch (SQLException e) {
        throw failure("close", e);
      }
    }
  }
}
