package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys and values in a table of two columns. */
final class KeyValueTable extends SqlStore implements KeyValueStore {
  private final String table;
  private @Nullable Pool clients;

  /** Creates the table unless it exists. */
  KeyValueTable(Server server, String table) {
    super(server, List.of(table));
    this.table = table;
    admin().run(List.of(dialect().createKeyValues(table, server.tableOptions())));
    server.requireFormat(table);
  }

  private synchronized Pool clients() {
    if (clients == null) {
      clients = connect(SqlEngine.DEFAULT_DRIVER);
    }
    return clients;
  }

  @Override
  public Session session() {
    try {
      return new KeyValueSession(clients(), dialect(), table);
    } catch (SQLException e) {
      throw failure("preparing statements", e);
    }
  }

  @Override
  public BulkLoader loader() {
    return loader(false);
  }

  @Override
  public BulkLoader resumedLoader() {
    return loader(true);
  }

  /** With one sender: of a key that occurs twice, the last value is stored. */
  private BulkLoader loader(boolean resumes) {
    return new RowLoader(this, new RowMapping.KeyValues(), Long.MAX_VALUE, 1, resumes, resumes);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (clients != null) {
        clients.close();
      }
    }
    super.close();
  }
}
