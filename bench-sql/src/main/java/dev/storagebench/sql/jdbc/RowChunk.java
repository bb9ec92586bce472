package dev.storagebench.sql.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Rows of one table, one after the other by their primary key, that go to the server as one
 * transaction.
 */
final class RowChunk {
  private final RowBatch batch;
  private final Dialect dialect;
  private final Server.Part part;
  private final String key;
  private String first = "";
  private String last = "";
  private long rows;

  /**
   * An empty chunk.
   *
   * @param key the primary key, which is the first column
   */
  RowChunk(Dialect dialect, RowBatch batch, Server.Part part, String key) {
    this.dialect = dialect;
    this.batch = batch;
    this.part = part;
    this.key = key;
  }

  void add(List<byte[]> row) {
    last = new String(row.get(0), StandardCharsets.ISO_8859_1);
    if (rows++ == 0) {
      first = last;
    }
    batch.add(row);
  }

  /** Where it goes. */
  Pool pool() {
    return part.admin();
  }

  /** How many bytes it has by now. */
  int length() {
    return batch.length();
  }

  /** Sends the rows; by another thread than the one that added them. */
  void send(Connection connection) throws SQLException {
    batch.send(connection);
  }

  /**
   * Sends the rows unless an earlier load has. As that committed whole chunks, a range is there or
   * it is not; anything between was cut otherwise, and is replaced.
   *
   * @return how many rows were there already
   */
  long complete(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet found =
          statement.executeQuery(dialect.countRange(part.table(), key, first, last))) {
        found.next();
        if (found.getLong(1) == rows) {
          return rows;
        }
      }
      statement.executeUpdate(
          "DELETE FROM %s WHERE %s BETWEEN '%s' AND '%s'"
              .formatted(dialect.quoted(part.table().name()), key, first, last));
    }
    send(connection);
    return 0;
  }
}
