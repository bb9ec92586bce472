package dev.storagebench.sql.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statements that this process has sent to a server, by the names of the server's counters. For
 * any thread.
 */
public final class SentStatements {
  static final int SELECT = 0;
  static final int DELETE = 3;
  static final int REPLACE = 4;

  /** How many kinds of statements are counted. */
  public static final int KINDS = 5;

  /** Their names, as MySQL's servers have them. */
  public static final List<String> COUNTERS =
      List.of("Com_select", "Com_insert", "Com_update", "Com_delete", "Com_replace");

  private final String sessionCounts;
  private final Map<String, Long> counts = new TreeMap<>();
  // Asked whenever a connection is borrowed: without a lock.
  private final Set<Connection> known = ConcurrentHashMap.newKeySet();

  /**
   * Nothing yet.
   *
   * @param sessionCounts the query of {@link Dialect#sessionCounts}
   */
  SentStatements(String sessionCounts) {
    this.sessionCounts = sessionCounts;
  }

  /**
   * The kind of a statement; {@link #KINDS} for one that is not counted.
   *
   * @param sql it begins with its verb
   */
  public static int kindOf(String sql) {
    String verb = sql.stripLeading().split("\\W", 2)[0].toLowerCase(Locale.ROOT);
    int kind = COUNTERS.indexOf("Com_" + verb);
    return kind < 0 ? KINDS : kind;
  }

  /** Adds counts by their kinds. */
  public synchronized void add(long[] ofKinds) {
    for (int kind = 0; kind < KINDS; kind++) {
      add(COUNTERS.get(kind), ofKinds[kind]);
    }
  }

  /** Adds what the driver and the pool have sent on a connection before anybody else could. */
  void opened(Connection pooled) throws SQLException {
    Connection connection = pooled.unwrap(Connection.class);
    if (!sessionCounts.isEmpty() && known.add(connection)) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sessionCounts)) {
        while (rows.next()) {
          add(rows.getString(1), rows.getLong(2));
        }
      }
    }
  }

  private synchronized void add(String counter, long count) {
    counts.merge(counter, count, Long::sum);
  }

  /** All of them, by the server's names. */
  public synchronized Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }
}
