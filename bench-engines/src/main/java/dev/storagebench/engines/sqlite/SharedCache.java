package dev.storagebench.engines.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A number of bytes that the page caches of all connections share evenly: whenever a connection
 * comes or goes, all others get their new share. SQLite's own shared cache is no alternative, its
 * documentation discourages it (<a href="https://www.sqlite.org/sharedcache.html">shared
 * cache</a>).
 */
final class SharedCache {
  private final long bytes;
  private final List<Connection> connections = new ArrayList<>();

  SharedCache(long bytes) {
    this.bytes = bytes;
  }

  synchronized void join(Connection connection) throws SQLException {
    connections.add(connection);
    divide();
  }

  synchronized void leave(Connection connection) throws SQLException {
    connections.remove(connection);
    divide();
  }

  private void divide() throws SQLException {
    for (Connection each : connections) {
      // Negative: KiB instead of pages.
      long kib = Math.max(1, bytes / 1024 / connections.size());
      try (Statement resize = each.createStatement()) {
        resize.execute("PRAGMA cache_size = -" + Math.min(kib, Integer.MAX_VALUE));
      }
    }
  }
}
