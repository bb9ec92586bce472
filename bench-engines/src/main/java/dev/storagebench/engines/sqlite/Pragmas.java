package dev.storagebench.engines.sqlite;

import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EngineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A candidate's pragmas. SQLite ignores those that it does not have and values that it does not
 * understand, so they are looked up and read back.
 *
 * @param values by the pragmas' names
 */
record Pragmas(Map<String, String> values) {
  private static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "cache_size|default_cache_size|soft_heap_limit|hard_heap_limit",
          Condition.BLOCK, "page_size",
          Condition.DURABILITY, "journal_mode|synchronous|fullfsync|checkpoint_fullfsync",
          Condition.STORE,
              "locking_mode|query_only|writable_schema|encoding|read_uncommitted|temp_store_directory|data_store_directory|schema_version|user_version|application_id");

  /** The condition that a pragma would change, as {@code StorageEngine.conditionOf}. */
  static Optional<String> conditionOf(String pragma, String value) {
    return Condition.of(CONDITIONS, pragma, value);
  }

  /** Sets all of them for a connection. */
  void set(Connection connection) throws SQLException {
    for (Map.Entry<String, String> each : values.entrySet()) {
      set(connection, each.getKey(), each.getValue());
    }
  }

  private static void set(Connection connection, String pragma, String value) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute("PRAGMA " + pragma + " = " + value);
    }
  }

  /**
   * Sets all of them for a connection and looks whether SQLite took them.
   *
   * @throws EngineException if it did not
   */
  void check(Connection connection) throws SQLException {
    Set<String> known = new TreeSet<>();
    try (Statement sql = connection.createStatement();
        ResultSet list = sql.executeQuery("PRAGMA pragma_list")) {
      while (list.next()) {
        known.add(list.getString(1));
      }
    }
    for (Map.Entry<String, String> each : values.entrySet()) {
      check(connection, each.getKey(), each.getValue(), known);
    }
  }

  private static void check(Connection connection, String pragma, String value, Set<String> known)
      throws SQLException {
    if (!known.contains(pragma.toLowerCase(Locale.ROOT))) {
      throw refused(pragma, "SQLite ignores a pragma that it does not have; there are " + known);
    }
    if (!value.matches("[\\w.+-]+")) {
      throw refused(pragma, "invalid value '%s': expected a word or a number".formatted(value));
    }
    String before = read(connection, pragma);
    set(connection, pragma, value);
    String after = read(connection, pragma);
    if (before == null || after == null) {
      throw refused(pragma, "it has no value that can be read");
    }
    // Words are read back as numbers: MEMORY of temp_store as 2.
    boolean number = value.matches("[+-]?\\d+");
    if (!after.equalsIgnoreCase(word(value)) && (number || after.equals(before))) {
      throw refused(pragma, "after setting it to %s SQLite says %s".formatted(value, after));
    }
  }

  private static String word(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "yes", "true" -> "1";
      case "off", "no", "false" -> "0";
      default -> value;
    };
  }

  private static @Nullable String read(Connection connection, String pragma) throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet answer = sql.executeQuery("PRAGMA " + pragma)) {
      return answer.next() ? answer.getString(1) : null;
    }
  }

  private static EngineException refused(String pragma, String reason) {
    return EngineException.refused("sqlite", pragma, reason, null);
  }
}
