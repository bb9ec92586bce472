package dev.storagebench.sql.mysql;

import com.mysql.cj.jdbc.JdbcStatement;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.RowBatch;
import dev.storagebench.sql.jdbc.SentStatements;
import dev.storagebench.sql.table.Layout;
import dev.storagebench.sql.table.Shape;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** MySQL's SQL, and MariaDB's. */
class MysqlDialect implements Dialect {
  // https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  // ER_CHECKREAD, by innodb_snapshot_isolation, on since MariaDB 11.6.2; rolls back, too.
  private static final int SNAPSHOT_CONFLICT = 1020;

  @Override
  public String quoted(String identifier) {
    return "`" + identifier.replace("`", "``") + "`";
  }

  @Override
  public String createKeyValues(String table, String options) {
    return "CREATE TABLE IF NOT EXISTS %s (k VARBINARY(511) NOT NULL PRIMARY KEY, v MEDIUMBLOB NOT NULL) %s"
        .formatted(quoted(table), options);
  }

  /**
   * REPLACE on a table with only a primary key updates an existing row in place, as INSERT … ON
   * DUPLICATE KEY UPDATE does; measured in turns, they did not differ. All versions of MySQL and
   * MariaDB accept it, whereas VALUES(v) is deprecated since 8.0.20 and its successor is a syntax
   * error before 8.0.19.
   */
  @Override
  public String upsert(String table, String columns, int rows) {
    String row = "(?" + ", ?".repeat((int) columns.chars().filter(c -> c == ',').count()) + ")";
    return "REPLACE INTO %s (%s) VALUES %s"
        .formatted(quoted(table), columns, String.join(", ", Collections.nCopies(rows, row)));
  }

  /** The index is forced: with outdated statistics a table may be scanned from its start. */
  @Override
  public String scanned(String table) {
    return quoted(table) + " FORCE INDEX (PRIMARY)";
  }

  @Override
  public String create(Layout layout, String table, String options) {
    Shape shape = layout.shape();
    String index = shape.indexed() && layout.indexFirst() ? ", KEY k_1 (k)" : "";
    // latin1, MySQL's default when the experiments were published, also takes invalid UTF-8.
    String charset = shape == Shape.SBTEST ? "" : "DEFAULT CHARSET=latin1";
    return "CREATE TABLE IF NOT EXISTS %s (%s%s) %s %s"
        .formatted(quoted(table), columns(shape), index, options, charset)
        .strip();
  }

  /** The columns as published. */
  String columns(Shape shape) {
    return switch (shape) {
      case ARTICLE ->
          "id int NOT NULL AUTO_INCREMENT, k int NOT NULL DEFAULT '0',"
              + " c varchar(512) NOT NULL DEFAULT '', pad mediumtext, PRIMARY KEY (id)";
      case SBTEST ->
          "id int NOT NULL AUTO_INCREMENT, k int NOT NULL DEFAULT '0',"
              + " c char(120) NOT NULL DEFAULT '', pad char(60) NOT NULL DEFAULT '',"
              + " PRIMARY KEY (id)";
      case DOCUMENT ->
          "Farticle_id varchar(14) NOT NULL DEFAULT '', Fcontent longtext NOT NULL,"
              + " PRIMARY KEY (Farticle_id)";
    };
  }

  @Override
  public String createIndex(String table) {
    return "ALTER TABLE %s ADD KEY k_1 (k)".formatted(quoted(table));
  }

  @Override
  public String countIndex(String table) {
    return "SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = '%s' AND index_name = 'k_1'"
        .formatted(table);
  }

  @Override
  public List<String> copy(String from, String to) {
    return List.of(
        "CREATE TABLE %s LIKE %s".formatted(quoted(to), quoted(from)),
        "INSERT INTO %s SELECT * FROM %s ORDER BY 1".formatted(quoted(to), quoted(from)));
  }

  @Override
  public String tablesLike(String expression) {
    return "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name REGEXP '%s'"
        .formatted(expression);
  }

  @Override
  public String analyze(String table) {
    return "ANALYZE TABLE " + quoted(table);
  }

  @Override
  public String checksums(String table, String sum, String first, String second) {
    return "SELECT COUNT(*), COALESCE(SUM(%s), 0), COALESCE(SUM(CRC32(%s)), 0), COALESCE(SUM(CRC32(%s)), 0) FROM %s"
        .formatted(sum, first, second, quoted(table));
  }

  @Override
  public RowBatch bulkBatch(String table, String columns, boolean replaces) {
    return new LoadData(quoted(table), columns, replaces);
  }

  @Override
  public String sessionCounts() {
    return "SHOW SESSION STATUS WHERE variable_name IN ('%s')"
        .formatted(String.join("', '", SentStatements.COUNTERS));
  }

  /** InnoDB's dirty pages. */
  @Override
  public String pendingBytes() {
    return "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_bytes_dirty'";
  }

  /** Without unique checks MyRocks writes blindly, and does not accept REPLACE. */
  @Override
  public List<String> loadingSettings() {
    return List.of("SET SESSION unique_checks = 0");
  }

  @Override
  public boolean isDeadlock(SQLException e) {
    return e.getErrorCode() == DEADLOCK || e.getErrorCode() == SNAPSHOT_CONFLICT;
  }

  @Override
  public boolean isLockTimeout(SQLException e) {
    return e.getErrorCode() == LOCK_WAIT_TIMEOUT;
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
