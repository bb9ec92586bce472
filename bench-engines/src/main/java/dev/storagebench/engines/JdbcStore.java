package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

/** A store of an embedded SQL database that is settled by a statement. */
public abstract class JdbcStore extends EmbeddedStore {
  private static final long BATCH_BYTES = 4 << 20;

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

  /** The connection that statements about the whole store are executed on. */
  protected abstract Connection owner();

  /** Executes a statement and returns the first column of its first row; empty if it has none. */
  protected final String execute(String statement) {
    return attempt(
        statement,
        () -> {
          try (Statement sql = owner().createStatement()) {
            if (!sql.execute(statement)) {
              return "";
            }
            try (ResultSet rows = sql.getResultSet()) {
              return rows.next() ? rows.getString(1) : "";
            }
          }
        });
  }

  @Override
  protected final Settling settleStore(Duration atMost) {
    return Settling.by(checkpoint, () -> execute(checkpoint));
  }
}
