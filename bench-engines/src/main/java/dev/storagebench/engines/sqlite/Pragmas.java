package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.engines.JdbcStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A candidate's pragmas. SQLite ignores unknown pragmas and invalid values, so they are looked up
 * and read back.
 *
 * @param values by the pragmas' names
 */
record Pragmas(Map<String, String> values) {

  /** Sets all of them for a connection. */
  void set(Connection connection) throws SQLException {
    for (Map.Entry<String, String> each : values.entrySet()) {
      execute(connection, each.getKey() + " = " + each.getValue());
    }
  }

  /**
   * Sets all of them for a connection and checks that SQLite accepted them.
   *
   * @throws EngineException if it did not
   */
  void check(Connection connection) throws SQLException {
    List<String> known = execute(connection, "pragma_list");
    for (Map.Entry<String, String> each : values.entrySet()) {
      check(connection, each.getKey(), each.getValue(), known);
    }
  }

  private static void check(Connection connection, String pragma, String value, List<String> known)
      throws SQLException {
    if (!known.contains(pragma.toLowerCase(Locale.ROOT))) {
      throw refused(pragma, "valid pragmas: " + known.stream().sorted().toList());
    }
    if (!value.matches("[\\w.+-]+")) {
      throw refused(pragma, "invalid value '%s' (expected a word or a number)".formatted(value));
    }
    List<String> before = execute(connection, pragma);
    execute(connection, pragma + " = " + value);
    List<String> after = execute(connection, pragma);
    if (before.isEmpty() || after.isEmpty()) {
      throw refused(pragma, "it has no value that can be read back");
    }
    // Words are read back as numbers: MEMORY of temp_store as 2.
    boolean number = value.matches("[+-]?\\d+");
    if (!after.get(0).equalsIgnoreCase(word(value)) && (number || after.equals(before))) {
      throw refused(pragma, "set to %s, SQLite returns %s".formatted(value, after.get(0)));
    }
  }

  private static String word(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "yes", "true" -> "1";
      case "off", "no", "false" -> "0";
      default -> value;
    };
  }

  /** Executes a pragma and returns the first column of its rows. */
  static List<String> execute(Connection connection, String pragma) throws SQLException {
    return JdbcStore.firstColumn(connection, "PRAGMA " + pragma);
  }

  private static EngineException refused(String pragma, String reason) {
    return EngineException.refused("sqlite", pragma, reason, null);
  }
}
