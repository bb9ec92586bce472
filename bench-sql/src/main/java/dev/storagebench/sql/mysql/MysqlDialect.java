package dev.storagebench.sql.mysql;

import com.mysql.cj.jdbc.JdbcStatement;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.RowBatch;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** MySQL's SQL, and MariaDB's. */
class MysqlDialect extends Dialect {

  @Override
  public RowBatch bulkBatch(String table, String columns, boolean replaces) {
    return new LoadData(quoted(table), columns, replaces);
  }

  /**
   * Rows as input of {@code LOAD DATA LOCAL}: columns between tabs, special bytes behind a
   * backslash.
   */
  private static final class LoadData implements RowBatch {
    private static final int INITIAL_BYTES = 1 << 20;

    private final String sql;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    LoadData(String table, String columns, boolean replaces) {
      this.sql =
          "LOAD DATA LOCAL INFILE 'rows' %s INTO TABLE %s CHARACTER SET binary (%s)"
              .formatted(replaces ? "REPLACE" : "IGNORE", table, columns);
    }

    @Override
    public void add(List<byte[]> columns) {
      for (int i = 0; i < columns.size(); i++) {
        byte[] column = columns.get(i);
        ensure(2 * column.length + 1);
        put(column);
        bytes[length++] = (byte) (i + 1 < columns.size() ? '\t' : '\n');
      }
    }

    private void put(byte[] raw) {
      for (byte each : raw) {
        if (each == '\t' || each == '\n' || each == '\\' || each == 0) {
          bytes[length++] = '\\';
        }
        bytes[length++] = each == 0 ? (byte) '0' : each;
      }
    }

    private void ensure(int more) {
      if (bytes.length - length < more) {
        bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
      }
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public void send(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement
            .unwrap(JdbcStatement.class)
            .setLocalInfileInputStream(new ByteArrayInputStream(bytes, 0, length));
        statement.execute(sql);
      }
    }
  }
}
