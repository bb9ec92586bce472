package dev.storagebench.sql.workload;

import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.workload.Script.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A client's connection with the statements that are prepared on it. */
final class ClientConnection implements AutoCloseable {

  /** An open connection. */
  private record Open(Connection pooled, Connection used, java.sql.Statement plain) {}

  private final Pool pool;
  private final boolean borrowed;
  private final WorkloadContext context;
  // By statement and table; one that names no table is at index 0.
  private final @Nullable PreparedStatement[][] prepared;
  private @Nullable Open open;

  /**
   * A connection that is not open yet.
   *
   * @param borrowed whether it is returned after each transaction: statements then come from the
   *     driver's cache, through the pool's proxies as in any application
   */
  ClientConnection(Pool pool, boolean borrowed, WorkloadContext context, Script script) {
    this.pool = pool;
    this.borrowed = borrowed;
    this.context = context;
    this.prepared = new PreparedStatement[script.statements()][context.layout().tables()];
  }

  /** Whether an error means that the connection is gone, not that a statement is wrong. */
  static boolean isLost(SQLException e) {
    String state = e.getSQLState();
    return (state != null && state.startsWith("08"))
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException;
  }

  /** Connects unless it is connected. */
  void open() throws SQLException {
    if (open == null) {
      Connection pooled = borrowed ? pool.borrow() : pool.hold();
      Connection used = borrowed ? pooled : pooled.unwrap(Connection.class);
      open = new Open(pooled, used, used.createStatement());
    }
  }

  private Open connected() {
    if (open == null) {
      throw new IllegalStateException("not connected");
    }
    return open;
  }

  PreparedStatement prepare(Statement statement, int table) throws SQLException {
    int at = statement.namesTable() ? table : 0;
    PreparedStatement existing = prepared[statement.index()][at];
    if (existing != null) {
      return existing;
    }
    PreparedStatement made = connected().used.prepareStatement(statement.on(context.table(at)));
    prepared[statement.index()][at] = made;
    return made;
  }

  /** Sends a statement that returns nothing and is not prepared. */
  void execute(String sql) throws SQLException {
    connected().plain.execute(sql);
  }

  /** Returns a borrowed connection after a run of the script. */
  void release() throws SQLException {
    if (borrowed && open != null) {
      for (PreparedStatement[] ofTables : prepared) {
        for (PreparedStatement each : ofTables) {
          if (each != null) {
            each.close();
          }
        }
        Arrays.fill(ofTables, null);
      }
      open.plain.close();
      open.pooled.close();
      open = null;
    }
  }

  /** After a deadlock the server has rolled back, after a time-out only the statement. */
  void rollBack() {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      close();
    }
  }

  /** Closes the connection, which may be lost. */
  @Override
  public void close() {
    for (PreparedStatement[] ofTables : prepared) {
      Arrays.fill(ofTables, null);
    }
    if (open != null) {
      pool.evict(open.pooled);
      open = null;
    }
  }
}
