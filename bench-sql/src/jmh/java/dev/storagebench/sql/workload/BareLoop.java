package dev.storagebench.sql.workload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The least that a driver needs for reads of single rows, to be measured beside the client by
 * {@code scripts/beside-sysbench.sh}: connections that read random rows until the process is ended.
 * Nothing is timed, counted or checked.
 */
public final class BareLoop {
  private BareLoop() {}

  /**
   * Reads.
   *
   * @param arguments URL, number of connections, number of tables, rows of each, SQL with {@code
   *     %d} for a table's number from 1 on
   */
  public static void main(String[] arguments) throws SQLException {
    Properties account = new Properties();
    account.setProperty("user", System.getenv("STORAGE_BENCH_JDBC_USER"));
    account.setProperty("password", System.getenv("STORAGE_BENCH_JDBC_PASSWORD"));
    int tables = Integer.parseInt(arguments[2]);
    long rows = Long.parseLong(arguments[3]);
    for (int n = 0; n < Integer.parseInt(arguments[1]); n++) {
      Connection connection = DriverManager.getConnection(arguments[0], account);
      PreparedStatement[] statements = new PreparedStatement[tables];
      for (int i = 0; i < tables; i++) {
        statements[i] = connection.prepareStatement(arguments[4].formatted(i + 1));
      }
      new Thread(() -> read(statements, rows)).start();
    }
  }

  private static void read(PreparedStatement[] statements, long rows) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try {
      while (true) {
        PreparedStatement statement = statements[random.nextInt(statements.length)];
        statement.setLong(1, 1 + random.nextLong(rows));
        try (ResultSet answer = statement.executeQuery()) {
          if (!answer.next() || answer.getBytes(1).length == 0) {
            throw new IllegalStateException("no row");
          }
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
