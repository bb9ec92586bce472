package dev.storagebench.sql.workload;

import java.util.List;

/**
 * A statement of a script.
 *
 * @param sql with {@code ?} for values, and {@link #TABLE} where a table's name goes
 * @param times how often it is carried out, each time with new values, on the same table
 * @param draws the variables that are drawn before each time, in the order of their declarations
 * @param places whose value each {@code ?} is
 * @param newTable whether a table is drawn before it
 * @param expectation what the answer must be
 * @param reads whether it gives rows
 */
record Step(
    String sql,
    int times,
    List<String> draws,
    List<Place> places,
    boolean newTable,
    Expectation expectation,
    boolean reads) {
  /** Stands for a table's name. */
  static final String TABLE = "{table}";

  /**
   * A place for a value.
   *
   * @param variable its name
   * @param own whether it is drawn for this place alone, one of several
   */
  record Place(String variable, boolean own) {}

  String on(String table) {
    return sql.replace(TABLE, table);
  }
}
