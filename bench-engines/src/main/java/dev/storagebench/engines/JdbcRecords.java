package dev.storagebench.engines;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A table {@code records(k, v)} of an embedded database, by one connection and its prepared
 * statements. Drivers take and give arrays, so each call makes some.
 */
public final class JdbcRecords {
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement delete;
  private final PreparedStatement forward;
  private final PreparedStatement backward;

  /**
   * Prepares the statements.
   *
   * @param put the database's own way to insert or replace: key, then value
   */
  public JdbcRecords(Connection connection, String put) throws SQLException {
    this.get = connection.prepareStatement("SELECT v FROM records WHERE k = ?");
    this.put = connection.prepareStatement(put);
    this.delete = connection.prepareStatement("DELETE FROM records WHERE k = ?");
    this.forward =
        connection.prepareStatement("SELECT k, v FROM records WHERE k >= ? ORDER BY k LIMIT ?");
    this.backward =
        connection.prepareStatement(
            "SELECT k, v FROM records WHERE k <= ? ORDER BY k DESC LIMIT ?");
  }

  /** As {@link Session#get}. */
  public int get(String engine, ByteBuffer key, ByteBuffer into) throws SQLException {
    get.setBytes(1, HeapBytes.of(key));
    try (ResultSet row = get.executeQuery()) {
      if (!row.next()) {
        return Session.MISSING;
      }
      byte[] found = row.getBytes(1);
      return HeapBytes.copy(engine, found, 0, found.length, into);
    }
  }

  /** Inserts or replaces, in the connection's transaction. */
  public void put(byte[] key, byte[] value) throws SQLException {
    put.setBytes(1, key);
    put.setBytes(2, value);
    put.executeUpdate();
  }

  /** Removes a key, if it is stored. */
  public void delete(ByteBuffer key) throws SQLException {
    delete.setBytes(1, HeapBytes.of(key));
    delete.executeUpdate();
  }

  /** As {@link Session#scan}. */
  public int scan(ByteBuffer from, Direction direction, int limit, Session.RecordVisitor visitor)
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
}
