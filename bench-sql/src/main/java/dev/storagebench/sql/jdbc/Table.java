package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Direction;
import java.util.Collections;

/**
 * The key-value table and the statements on it.
 *
 * @param name letters, digits and underscores
 */
record Table(String name) {

  Table {
    if (!name.matches("[A-Za-z0-9_]{1,64}")) {
      throw new IllegalArgumentException(
          "table name '%s' must be 1 to 64 letters, digits and underscores".formatted(name));
    }
  }

  private String quoted() {
    return "`" + name + "`";
  }

  /** 511 bytes are the longest key, 16 MiB - 1 the longest value. */
  String create(RowFormat format) {
    return "CREATE TABLE IF NOT EXISTS "
        + quoted()
        + " (k VARBINARY(511) NOT NULL PRIMARY KEY, v MEDIUMBLOB NOT NULL) "
        + format.options();
  }

  /** For statements of all kinds. */
  String quotedName() {
    return quoted();
  }

  String drop() {
    return "DROP TABLE IF EXISTS " + quoted();
  }

  String createLike(Table other) {
    return "CREATE TABLE " + quoted() + " LIKE " + other.quoted();
  }

  String fillFrom(Table other) {
    // In key order, so that the copy's pages are filled one after the other.
    return "INSERT INTO " + quoted() + " SELECT * FROM " + other.quoted() + " ORDER BY 1";
  }

  String get() {
    return "SELECT v FROM " + quoted() + " WHERE k = ?";
  }

  /**
   * REPLACE on a table that has nothing but a primary key is an update in place where the row
   * exists, as INSERT … ON DUPLICATE KEY UPDATE is; measured in turns, no difference stood out from
   * the noise. It is written the same way for every version of MySQL and MariaDB, whereas VALUES(v)
   * is deprecated since 8.0.20 and its successor is a syntax error before 8.0.19.
   */
  String put(int rows) {
    return "REPLACE INTO "
        + quoted()
        + " (k, v) VALUES "
        + String.join(", ", Collections.nCopies(rows, "(?, ?)"));
  }

  String delete() {
    return "DELETE FROM " + quoted() + " WHERE k = ?";
  }

  /**
   * The index is forced: without it a table whose statistics are old may be read from its start.
   */
  String scan(Direction direction) {
    return "SELECT k, v FROM "
        + quoted()
        + switch (direction) {
          case FORWARD -> " FORCE INDEX (PRIMARY) WHERE k >= ? ORDER BY k LIMIT ?";
          case BACKWARD -> " FORCE INDEX (PRIMARY) WHERE k <= ? ORDER BY k DESC LIMIT ?";
        };
  }

  String analyze() {
    return "ANALYZE TABLE " + quoted();
  }

  String flushForExport() {
    return "FLUSH TABLES " + quoted() + " FOR EXPORT";
  }
}
