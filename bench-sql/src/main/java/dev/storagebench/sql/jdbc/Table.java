package dev.storagebench.sql.jdbc;

/**
 * The name of a table.
 *
 * @param name letters, digits and underscores
 */
public record Table(String name) {

  public Table {
    if (!name.matches("[A-Za-z0-9_]{1,64}")) {
      throw new IllegalArgumentException(
          "table name '%s' must be 1 to 64 letters, digits and underscores".formatted(name));
    }
  }
}
