package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * One connection and its prepared statements, each statement a transaction of its own.
 *
 * <p>The driver wants arrays of exactly the right length, so a put allocates its value; a key's
 * array is used again as long as keys do not change their length.
 */
final class KeyValueSession implements Session {
  private static final int CHUNK_BYTES = 16 << 10;

  private final Pool pool;
  private final Connection pooled;
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;
  private final KeyValueBatch batches;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private byte[] keyBytes = new byte[0];

  /**
   * Borrows a connection, which goes back when the session is closed.
   *
   * @throws SQLException if a statement cannot be prepared; the connection is then given back
   */
  KeyValueSession(Pool pool, Dialect dialect, Table table) throws SQLException {
    this.pool = pool;
    this.pooled = pool.connection();
    try {
      // The driver's own statements: the pool's proxies of them would be one more call each time.
      Connection connection = pooled.unwrap(Connection.class);
      get = connection.prepareStatement(dialect.get(table));
      put = connection.prepareStatement(dialect.upsert(table, 1));
      delete = connection.prepareStatement(dialect.delete(table));
      batches = new KeyValueBatch(pool, dialect, connection, put, table);
      forward = connection.prepareStatement(dialect.scan(table, Direction.FORWARD));
      backward = connection.prepareStatement(dialect.scan(table, Direction.BACKWARD));
    } catch (SQLException e) {
      pooled.close();
      throw e;
    }
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    try {
      get.setBytes(1, key(key));
      try (ResultSet row = get.executeQuery()) {
        return row.next() ? copy(row.getBinaryStream(1), into) : MISSING;
      }
    } catch (SQLException e) {
      throw pool.failure("get", e);
    } catch (IOException e) {
      throw new EngineException("get failed: " + e, e);
    }
  }

  /** The driver's stream reads what it has received already; its getBytes would copy once more. */
  private int copy(InputStream value, ByteBuffer into) throws IOException {
    into.clear();
    int length = 0;
    for (int read = value.read(chunk); read >= 0; read = value.read(chunk)) {
      length += read;
      if (length <= into.capacity()) {
        into.put(chunk, 0, read);
      }
    }
    if (length > into.capacity()) {
      throw new EngineException(
          "a value of %d bytes does not fit into a buffer of %d"
              .formatted(length, into.capacity()));
    }
    into.flip();
    return length;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      put.setBytes(1, key(key));
      put.setBytes(2, HeapBytes.of(value));
      put.executeUpdate();
    } catch (SQLException e) {
      throw pool.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      delete.setBytes(1, key(key));
      delete.executeUpdate();
    } catch (SQLException e) {
      throw pool.failure("delete", e);
    }
  }

  @Override
  public Batch batch() {
    return ArrayBatch.sorted(batches::write);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    PreparedStatement scan = direction == Direction.FORWARD ? forward : backward;
    try {
      scan.setBytes(1, key(from));
      scan.setInt(2, limit);
      int visited = 0;
      try (ResultSet rows = scan.executeQuery()) {
        while (rows.next()) {
          visitor.record(ByteBuffer.wrap(rows.getBytes(1)), ByteBuffer.wrap(rows.getBytes(2)));
          visited++;
        }
      }
      return visited;
    } catch (SQLException e) {
      throw pool.failure("scan", e);
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
        put;
        delete;
        forward;
        backward) {
      keyBytes = new byte[0];
      batches.close();
    } catch (SQLException e) {
      throw pool.failure("close", e);
    }
  }
}
