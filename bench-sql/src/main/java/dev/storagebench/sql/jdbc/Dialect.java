package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.sql.table.Layout;
import java.sql.SQLException;
import java.util.List;

/**
 * SQL as one family of servers speaks it: quoting, types, statements beyond the standard, bulk
 * loading and error codes.
 */
public interface Dialect {

  /** An identifier in this family's quotes. */
  String quoted(String identifier);

  /**
   * Creates the table of keys (at most 511 bytes, in unsigned byte order) and values (at most 16
   * MiB - 1).
   *
   * @param options what chooses engine and format
   */
  String createKeyValues(Table table, String options);

  /** Inserts this many rows, replacing those with the same primary key. */
  String upsert(Table table, String columns, int rows);

  /** Reads at most so many records (second parameter) from a key (first parameter) on. */
  String scan(Table table, Direction direction);

  /** Creates a table of a layout, with its secondary index unless that is built later. */
  String create(Layout layout, Table table, String options);

  /** Builds the secondary index {@code k_1} on column {@code k}. */
  String createIndex(Table table);

  /** Counts the indexes named {@code k_1} of a table. */
  String countIndex(Table table);

  /** Copies a table with its options and indexes, in the order of its primary key. */
  List<String> copy(Table from, Table to);

  /** Selects the names of the tables that match a regular expression. */
  String tablesLike(String expression);

  /** Brings the optimizer's statistics up to date. */
  String analyze(Table table);

  /**
   * Selects four numbers of a table: its rows, the sum of an expression, and the sums of the CRC32
   * of two columns.
   */
  String checksums(Table table, String sum, String first, String second);

  /** An empty batch of rows, which replace those with the same primary key. */
  RowBatch batch(Table table, String columns, boolean bulk);

  /** Statements that prepare a connection for loading. */
  List<String> loadingSettings();

  /** Whether a transaction was rolled back because of a deadlock. */
  boolean isDeadlock(SQLException e);

  /** Whether a statement was given up because it waited too long for a lock. */
  boolean isLockTimeout(SQLException e);

  /** Reads the value (only column) of a key (only parameter). */
  default String get(Table table) {
    return "SELECT v FROM " + quoted(table.name()) + " WHERE k = ?";
  }

  /** Deletes a key. */
  default String delete(Table table) {
    return "DELETE FROM " + quoted(table.name()) + " WHERE k = ?";
  }

  /** Drops a table. */
  default String drop(Table table) {
    return "DROP TABLE IF EXISTS " + quoted(table.name());
  }
}
