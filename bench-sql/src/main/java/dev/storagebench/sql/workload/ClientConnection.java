package dev.storagebench.sql.workload;

import dev.storagebench.sql.jdbc.Pool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's connection with the statements that are prepared on it. */
final class ClientConnection implements AutoCloseable {
  private final Pool pool;
  private final List<String> tables;
  private final boolean transactional;
  // By statement and table; one that names no table stands under the first one.
  private final @Nullable PreparedStatement[][] prepared;
  private @Nullable Connection pooled;
  private @Nullable Connection connection;
  private @Nullable Statement plain;

  ClientConnection(Pool pool, List<String> tables, Script script) {
    this.pool = pool;
    this.tables = tables;
    this.transactional = script.transactional();
    this.prepared = new PreparedStatement[script.statements()][Math.max(1, tables.size())];
  }

  /** Whether an error means that the connection is gone, and not that a statement is wrong. */
  static boolean isLost(SQLException e) {
    String state = e.getSQLState();
    return (state != null && state.startsWith("08"))
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException;
  }

  /**
   * Sees to it that there is a connection.
   *
   * @param borrowed whether it goes back after the transaction: statements then come from the
   *     driver's cache, through the pool's proxies as in any application
   */
  void open(boolean borrowed) throws SQLException {
    if (connection == null) {
      Connection taken = borrowed ? pool.borrow() : pool.hold();
      pooled = taken;
      connection = borrowed ? taken : taken.unwrap(Connection.class);
      if (transactional) {
        plain = connection.createStatement();
      }
    }
  }

  private Connection connection() {
    if (connection == null) {
      throw new IllegalStateException("not connected");
    }
    return connection;
  }

  PreparedStatement statement(Command.Statement of, int table) throws SQLException {
    PreparedStatement[] ofTables = prepared[of.index()];
    int at = of.namesTable() ? table : 0;
    PreparedStatement statement = ofTables[at];
    if (statement == null) {
      statement = connection().prepareStatement(of.on(tables.isEmpty() ? "" : tables.get(at)));
      ofTables[at] = statement;
    }
    return statement;
  }

  /** Sends a statement that gives nothing and is not prepared. */
  void execute(String sql) throws SQLException {
    if (plain == null) {
      throw new IllegalStateException("not connected");
    }
    plain.execute(sql);
  }

  /** A run of the script is over. */
  void done(boolean borrowed) throws SQLException {
    if (borrowed && pooled != null) {
      for (PreparedStatement[] ofTables : prepared) {
        for (int i = 0; i < ofTables.length; i++) {
          if (ofTables[i] != null) {
            ofTables[i].close();
            ofTables[i] = null;
          }
        }
      }
      if (plain != null) {
        plain.close();
        plain = null;
      }
      pooled.close();
      pooled = null;
      connection = null;
    }
  }

  /** The server has rolled back after a deadlock, but only a statement after a time-out. */
  void rollBack() {
    try (Statement statement = connection().createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      drop();
    }
  }

  /** Forgets a connection that is lost. */
  void drop() {
    for (PreparedStatement[] ofTables : prepared) {
      java.util.Arrays.fill(ofTables, null);
    }
    if (pooled != null) {
      pool.evict(pooled);
    }
    plain = null;
    pooled = null;
    connection = null;
  }

  @Override
  public void close() {
    drop();
  }
}
