package dev.storagebench.sql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows as prepared statements of several rows each, which replace those with the same primary key;
 * for servers that do not accept bulk loads.
 */
public final class RowInserts implements RowBatch {
  private static final int ROWS_PER_STATEMENT = 64;
  // Well under the smallest default of max_allowed_packet (4 MiB in MySQL 5.7).
  static final int STATEMENT_BYTES = 1 << 20;

  /** Limit of a statement in the protocols of MySQL and PostgreSQL. */
  public static final int MAX_PARAMETERS = 65_535;

  private final Dialect dialect;
  private final String table;
  private final String columns;
  private final List<List<byte[]>> rows = new ArrayList<>();
  private int length;

  /** An empty batch; no key may come twice. */
  public RowInserts(Dialect dialect, String table, String columns) {
    this.dialect = dialect;
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
    try (PreparedStatement many =
            connection.prepareStatement(dialect.upsert(table, columns, ROWS_PER_STATEMENT));
        PreparedStatement one = connection.prepareStatement(dialect.upsert(table, columns, 1))) {
      for (int start = 0; start < rows.size(); start += ROWS_PER_STATEMENT) {
        List<List<byte[]>> some =
            rows.subList(start, Math.min(rows.size(), start + ROWS_PER_STATEMENT));
        if (some.size() == ROWS_PER_STATEMENT
            && some.stream().mapToInt(RowInserts::bytes).sum() < STATEMENT_BYTES) {
          execute(many, some);
        } else {
          for (List<byte[]> row : some) {
            execute(one, List.of(row));
          }
        }
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** Executes a statement with the columns of these rows as its parameters. */
  static void execute(PreparedStatement statement, List<List<byte[]>> rows) throws SQLException {
    int parameter = 1;
    for (List<byte[]> row : rows) {
      for (byte[] column : row) {
        statement.setBytes(parameter++, column);
      }
    }
    statement.executeUpdate();
  }
}
