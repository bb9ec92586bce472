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
final class Line implements AutoCloseable {
  private final Pool pool;
  private final List<String> tables;
  private final List<Step> steps;
  private final boolean transactional;
  // By step and table; a step that names no table has its statement under the first one.
  private final @Nullable PreparedStatement[][] prepared;
  private @Nullable Connection pooled;
  private @Nullable Connection connection;
  private @Nullable Statement plain;

  Line(Pool pool, List<String> tables, Script script) {
    this.pool = pool;
    this.tables = tables;
    this.steps = script.steps();
    this.transactional = script.transactional();
    this.prepared = new PreparedStatement[steps.size()][Math.max(1, tables.size())];
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
      Connection taken = pool.borrow();
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

  PreparedStatement statement(int step, int table) throws SQLException {
    int at = steps.get(step).newTable() ? table : tableOf(step, table);
    PreparedStatement statement = prepared[step][at];
    if (statement == null) {
      statement =
          connection().prepareStatement(steps.get(step).on(tables.isEmpty() ? "" : tables.get(at)));
      prepared[step][at] = statement;
    }
    return statement;
  }

  private int tableOf(int step, int table) {
    return steps.get(step).sql().contains(Step.TABLE) ? table : 0;
  }

  void begin() throws SQLException {
    if (plain != null) {
      plain.execute("BEGIN");
    }
  }

  void commit() throws SQLException {
    if (plain != null) {
      plain.execute("COMMIT");
    }
  }

  /** A transaction is over. */
  void done(boolean borrowed) throws SQLException {
    if (borrowed && pooled != null) {
      for (PreparedStatement[] ofStep : prepared) {
        for (int i = 0; i < ofStep.length; i++) {
          if (ofStep[i] != null) {
            ofStep[i].close();
            ofStep[i] = null;
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
    for (PreparedStatement[] ofStep : prepared) {
      java.util.Arrays.fill(ofStep, null);
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
