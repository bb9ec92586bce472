package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A store of an embedded SQL database that is settled by a statement. */
public abstract class JdbcStore<C extends Connection> extends EmbeddedStore {
  private static final long BATCH_BYTES = 4 << 20;

  /** The connection that statements about the whole store are executed on; set when it is open. */
  protected C owner;

  private final String checkpoint;

  /**
   * A store in a folder, see {@link EmbeddedStore}.
   *
   * @param checkpoint the statement that settles it
   */
  protected JdbcStore(
      String engine, Path folder, EngineSettings asked, Map<String, ?> inForce, String checkpoint) {
    super(engine, folder, asked, inForce, BATCH_BYTES);
    this.checkpoint = checkpoint;
  }

  /** Executes a statement and returns the first column of its first row; empty if it has none. */
  protected final String execute(String statement) {
    List<String> found = attempt(statement, () -> firstColumn(owner, statement));
    return found.isEmpty() ? "" : found.get(0);
  }

  /** Executes a statement and returns the first column of its rows. */
  public static List<String> firstColumn(Connection connection, String statement)
      throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement sql = connection.createStatement()) {
      if (sql.execute(statement)) {
        ResultSet rows = sql.getResultSet();
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
    }
    return values;
  }

  @Override
  protected final Settling settleStore(Duration atMost) {
    return Settling.by(checkpoint, () -> execute(checkpoint));
  }
}
