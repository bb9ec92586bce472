package dev.storagebench.sql.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows as prepared statements of several rows each, which replace those with the same primary key;
 * for servers that do not accept bulk loads. Of added rows with the same key the last is sent.
 */
public class RowInserts implements RowBatch {
  private static final int ROWS_PER_STATEMENT = 64;
  // Well under the smallest default of max_allowed_packet (4 MiB in MySQL 5.7).
  static final int STATEMENT_BYTES = 1 << 20;

  /** Limit of a statement in the protocols of MySQL and PostgreSQL. */
  public static final int MAX_PARAMETERS = 65_535;

  /** The rows by their keys. */
  protected final Map<ByteBuffer, List<byte[]>> rows = new LinkedHashMap<>();

  private final Dialect dialect;
  private final String table;
  private final String columns;
  private int length;

  /** An empty batch. */
  public RowInserts(Dialect dialect, String table, String columns) {
    this.dialect = dialect;
    this.table = table;
    this.columns = columns;
  }

  @Override
  public final void add(List<byte[]> row) {
    rows.put(ByteBuffer.wrap(row.get(0)), row);
    length += bytes(row);
  }

  private static int bytes(List<byte[]> row) {
    return row.stream().mapToInt(column -> column.length).sum();
  }

  @Override
  public final int length() {
    return length;
  }

  @Override
  public void send(Connection connection) throws SQLException {
    List<List<byte[]>> all = List.copyOf(rows.values());
    connection.setAutoCommit(false);
    try (PreparedStatement many =
            connection.prepareStatement(dialect.upsert(table, columns, ROWS_PER_STATEMENT));
        PreparedStatement one = connection.prepareStatement(dialect.upsert(table, columns, 1))) {
      for (int start = 0; start < all.size(); start += ROWS_PER_STATEMENT) {
        List<List<byte[]>> some =
            all.subList(start, Math.min(all.size(), start + ROWS_PER_STATEMENT));
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
