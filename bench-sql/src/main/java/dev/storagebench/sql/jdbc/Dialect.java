package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.sql.table.Shape;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The SQL of a family of servers: quoting, types, non-standard statements, bulk loading and error
 * codes. They are in {@code dialect.txt} beside the family's class, a name and a statement a line:
 * {@code {table}} is the quoted name of a table, {@code {name}} the name itself, {@code {index}}
 * the quoted name of its index.
 */
public abstract class Dialect {
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

  private final Map<String, String> statements =
      ResourceLines.of(getClass(), "dialect.txt").stream()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(words -> words[0], words -> words[1]));

  /**
   * Fills in a statement.
   *
   * @param places names and values in turn
   * @throws UnsupportedOperationException if the family has none of this name
   */
  private String sql(String statement, String table, String... places) {
    if (!statements.containsKey(statement)) {
      throw new UnsupportedOperationException(statement);
    }
    Map<String, String> values = new HashMap<>();
    values.put("table", quoted(table));
    values.put("name", table);
    values.put("index", quoted(table + "_k_1"));
    for (int i = 0; i < places.length; i += 2) {
      values.put(places[i], places[i + 1]);
    }
    return PLACE
        .matcher(statements.get(statement))
        .replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1))));
  }

  /** An identifier in this family's quotes. */
  public final String quoted(String identifier) {
    String quote = statements.get("quote");
    return quote + identifier.replace(quote, quote + quote) + quote;
  }

  /**
   * Creates the table of keys (at most 511 bytes, in unsigned byte order) and values (at most 16
   * MiB - 1).
   *
   * @param options the table options for engine and format
   */
  public String createKeyValues(String table, String options) {
    return sql("createKeyValues", table, "options", options);
  }

  /** Inserts this many rows, replacing those with the same primary key. */
  public final String upsert(String table, String columns, int rows) {
    List<String> names = List.of(columns.split(", ", -1));
    String row = "(?" + ", ?".repeat(names.size() - 1) + ")";
    String updates =
        names.stream()
            .skip(1)
            .map("%1$s = excluded.%1$s"::formatted)
            .collect(Collectors.joining(", "));
    String all = String.join(", ", Collections.nCopies(rows, row));
    return sql(
        "upsert", table, "columns", columns, "rows", all, "key", names.get(0), "updates", updates);
  }

  /** Reads the records of several keys, up to the list of these. */
  public final String getAll(String table) {
    return "SELECT k, v FROM %s WHERE k IN".formatted(sql("scanned", table));
  }

  /** Reads records from a key (first parameter) on, up to a limit (second parameter). */
  public final String scan(String table, Direction direction) {
    return "SELECT k, v FROM %s WHERE k %s LIMIT ?"
        .formatted(
            sql("scanned", table),
            switch (direction) {
              case FORWARD -> ">= ? ORDER BY k";
              case BACKWARD -> "<= ? ORDER BY k DESC";
            });
  }

  /** Creates a table, without its secondary index. */
  public String create(Shape shape, String table, String options) {
    return sql("create." + EnumNames.of(shape), table, "options", options);
  }

  /** Builds the secondary index {@code k_1} on column {@code k}. */
  public final String createIndex(String table) {
    return sql("createIndex", table);
  }

  /** Counts the indexes named {@code k_1} of a table. */
  public final String countIndex(String table) {
    return sql("countIndex", table);
  }

  /**
   * Copies a table with its options and indexes, in the order of its primary key; only asked of
   * external servers.
   */
  public final List<String> copy(String from, String to) {
    return List.of(
        sql("copy.create", from, "to", quoted(to)), sql("copy.fill", from, "to", quoted(to)));
  }

  /**
   * Selects the names of the tables that match a regular expression; only asked of external
   * servers.
   */
  public final String tablesLike(String expression) {
    return sql("tablesLike", expression);
  }

  /** Updates the optimizer's statistics. */
  public final String analyze(String table) {
    return sql("analyze", table);
  }

  /**
   * Selects four numbers of a table: its rows, the sum of an expression, and the sums of {@link
   * #checksum} of two columns of text.
   */
  public final String checksums(String table, String sum, String first, String second) {
    return sql("checksums", table, "sum", sum, "first", ofText(first), "second", ofText(second));
  }

  private String ofText(String column) {
    return checksumOf(sql("textAsBytes", column));
  }

  /** Computes {@link #checksum} of an expression of bytes. */
  protected String checksumOf(String bytes) {
    return sql("checksum", bytes);
  }

  /** The checksum of a column that a server can compute: a CRC32 unless the family lacks it. */
  public long checksum(byte[] column) {
    CRC32 crc = new CRC32();
    crc.update(column);
    return crc.getValue();
  }

  /** Binds a text that a script has as bytes; it is stored as it is. */
  public void bindText(PreparedStatement statement, int parameter, byte[] text)
      throws SQLException {
    statement.setBytes(parameter, text);
  }

  /**
   * An empty batch of rows, sent by the family's fastest method.
   *
   * @param replaces whether rows replace those with the same primary key; else one of them is kept
   */
  public abstract RowBatch bulkBatch(String table, String columns, boolean replaces);

  /** Statements that prepare a connection for bulk batches that replace no rows. */
  public final List<String> loadingSettings() {
    return statements.containsKey("loading") ? List.of(statements.get("loading")) : List.of();
  }

  /**
   * Selects names and counts of the statements of the connection's session, by the names in {@link
   * SentStatements}; empty if the server does not count them.
   */
  public final String sessionCounts() {
    return statements
        .getOrDefault("sessionCounts", "")
        .replace("{counters}", String.join("', '", SentStatements.COUNTERS));
  }

  /** Selects {@link dev.storagebench.core.engine.Store#pendingBytes} as the last column. */
  public final String pendingBytes() {
    return statements.get("pendingBytes");
  }

  /** Whether a transaction was rolled back because of a deadlock. */
  public final boolean isDeadlock(SQLException e) {
    return isOne("deadlock", e);
  }

  /** Whether a statement failed after a lock-wait timeout. */
  public final boolean isLockTimeout(SQLException e) {
    return isOne("lockTimeout", e);
  }

  private boolean isOne(String errors, SQLException e) {
    List<String> codes = List.of(statements.get(errors).split(" ", -1));
    return codes.contains(Integer.toString(e.getErrorCode()))
        || (e.getSQLState() != null && codes.contains(e.getSQLState()));
  }

  /** Reads the value (only column) of a key (only parameter). */
  public final String get(String table) {
    return "SELECT v FROM " + quoted(table) + " WHERE k = ?";
  }

  /** Deletes a key. */
  public final String delete(String table) {
    return "DELETE FROM " + quoted(table) + " WHERE k = ?";
  }

  /** Drops a table. */
  public final String drop(String table) {
    return "DROP TABLE IF EXISTS " + quoted(table);
  }
}
