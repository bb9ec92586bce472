package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.sql.table.Layout;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;

/**
 * The SQL of a family of servers: quoting, types, non-standard statements, bulk loading and error
 * codes.
 */
public interface Dialect {

  /** An identifier in this family's quotes. */
  String quoted(String identifier);

  /**
   * Creates the table of keys (at most 511 bytes, in unsigned byte order) and values (at most 16
   * MiB - 1).
   *
   * @param options the table options for engine and format
   */
  String createKeyValues(String table, String options);

  /** Inserts this many rows, replacing those with the same primary key. */
  String upsert(String table, String columns, int rows);

  /** Reads records from a key (first parameter) on, up to a limit (second parameter). */
  default String scan(String table, Direction direction) {
    return "SELECT k, v FROM %s WHERE k %s LIMIT ?"
        .formatted(
            scanned(table),
            switch (direction) {
              case FORWARD -> ">= ? ORDER BY k";
              case BACKWARD -> "<= ? ORDER BY k DESC";
            });
  }

  /** The table of a scan, with what makes it go by the primary key. */
  default String scanned(String table) {
    return quoted(table);
  }

  /** Creates a table of a layout, with its secondary index unless that comes last. */
  String create(Layout layout, String table, String options);

  /** Builds the secondary index {@code k_1} on column {@code k}. */
  String createIndex(String table);

  /** Counts the indexes named {@code k_1} of a table. */
  String countIndex(String table);

  /**
   * Copies a table with its options and indexes, in the order of its primary key; only asked of
   * external servers.
   */
  default List<String> copy(String from, String to) {
    throw new UnsupportedOperationException(from);
  }

  /**
   * Selects the names of the tables that match a regular expression; only asked of external
   * servers.
   */
  default String tablesLike(String expression) {
    throw new UnsupportedOperationException(expression);
  }

  /** Updates the optimizer's statistics. */
  String analyze(String table);

  /**
   * Selects four numbers of a table: its rows, the sum of an expression, and the sums of the CRC32
   * of two columns.
   */
  String checksums(String table, String sum, String first, String second);

  /**
   * An empty batch of rows, sent by the family's fastest method.
   *
   * @param replaces whether rows replace those with the same primary key; else one of them is kept
   */
  RowBatch bulkBatch(String table, String columns, boolean replaces);

  /** Statements that prepare a connection for bulk batches that replace no rows. */
  default List<String> loadingSettings() {
    return List.of();
  }

  /**
   * Selects names and counts of the statements of the connection's session, by the names in {@link
   * SentStatements}; empty if the server does not count them.
   */
  default String sessionCounts() {
    return "";
  }

  /** Selects {@link dev.storagebench.core.engine.Store#pendingBytes} as the last column. */
  String pendingBytes();

  /** A literal of bytes. */
  default String literal(byte[] bytes) {
    return "x'" + HexFormat.of().formatHex(bytes) + "'";
  }

  /** Whether a transaction was rolled back because of a deadlock. */
  boolean isDeadlock(SQLException e);

  /** Whether a statement failed after a lock-wait timeout. */
  boolean isLockTimeout(SQLException e);

  /** Reads the value (only column) of a key (only parameter). */
  default String get(String table) {
    return "SELECT v FROM " + quoted(table) + " WHERE k = ?";
  }

  /** Deletes a key. */
  default String delete(String table) {
    return "DELETE FROM " + quoted(table) + " WHERE k = ?";
  }

  /** Drops a table. */
  default String drop(String table) {
    return "DROP TABLE IF EXISTS " + quoted(table);
  }
}
