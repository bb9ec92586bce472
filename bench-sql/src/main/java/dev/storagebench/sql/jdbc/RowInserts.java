package dev.storagebench.sql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows as prepared inserts of many rows each, for servers that take no rows in bulk. */
public final class RowInserts implements RowBatch {
  private static final int ROWS_PER_STATEMENT = 64;
  // Well under the smallest max_allowed_packet that is a default somewhere (4 MiB in MySQL 5.7).
  private static final int STATEMENT_BYTES = 1 << 20;

  private final String table;
  private final String columns;
  private final List<List<byte[]>> rows = new ArrayList<>();
  private int length;

  /** An empty batch for a table, whose name is quoted. */
  public RowInserts(String table, String columns) {
    this.table = table;
    this.columns = columns;
  }

  @Override
  public void add(List<byte[]> row) {
    rows.add(row);
    length += bytes(row);
  }

  private static int bytes(List<byte[]> row) {
    return row.stream().mapToInt(column -> column.length).sum();
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void send(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement many = prepare(connection, ROWS_PER_STATEMENT);
        PreparedStatement one = prepare(connection, 1)) {
      for (int start = 0; start < rows.size(); start += ROWS_PER_STATEMENT) {
        List<List<byte[]>> some =
            rows.subList(start, Math.min(rows.size(), start + ROWS_PER_STATEMENT));
        boolean together =
            some.size() == ROWS_PER_STATEMENT
                && some.stream().mapToInt(RowInserts::bytes).sum() < STATEMENT_BYTES;
        if (together) {
          int place = 1;
          for (List<byte[]> row : some) {
            place = set(many, row, place);
          }
          many.executeUpdate();
        } else {
          for (List<byte[]> row : some) {
            set(one, row, 1);
            one.executeUpdate();
          }
        }
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static int set(PreparedStatement statement, List<byte[]> row, int first)
      throws SQLException {
    int place = first;
    for (byte[] column : row) {
      statement.setBytes(place++, column);
    }
    return place;
  }

  private PreparedStatement prepare(Connection connection, int count) throws SQLException {
    String row = "(" + String.join(", ", Collections.nCopies(columns.split(",").length, "?")) + ")";
    return connection.prepareStatement(
        "INSERT INTO %s (%s) VALUES %s"
            .formatted(table, columns, String.join(", ", Collections.nCopies(count, row))));
  }
}
