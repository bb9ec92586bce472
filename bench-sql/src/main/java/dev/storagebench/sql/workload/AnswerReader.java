package dev.storagebench.sql.workload;

import static java.sql.Types.BINARY;
import static java.sql.Types.BLOB;
import static java.sql.Types.CHAR;
import static java.sql.Types.CLOB;
import static java.sql.Types.LONGVARBINARY;
import static java.sql.Types.LONGVARCHAR;
import static java.sql.Types.VARBINARY;
import static java.sql.Types.VARCHAR;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Shape;
import dev.storagebench.sql.workload.Script.Statement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executes the statements of one client, reads their answers and checks them. */
final class AnswerReader {
  /** One in this many answers is verified in full; a power of two. */
  private static final int VERIFY_EVERY = 64;

  private static final int CACHE_LINE_BYTES = 64;

  /** Types of columns whose values are read as bytes. */
  private static final Set<Integer> TEXTS =
      Set.of(CHAR, VARCHAR, LONGVARCHAR, BINARY, VARBINARY, LONGVARBINARY, BLOB, CLOB);

  private static final int REPETITIONS = 10;
  private static final byte[] NULL = new byte[0];

  private final WorkloadContext context;
  private final Variables variables;
  private final Counts counts;
  private final KeyTable.View keys;
  // By statement, whether each column is read as bytes.
  private final boolean @Nullable [][] columns;
  private long answers;

  AnswerReader(Script script, WorkloadContext context, Variables variables, Counts counts) {
    this.context = context;
    this.variables = variables;
    this.counts = counts;
    this.keys = context.set().keys().view();
    this.columns = new boolean[script.statements()][];
  }

  /**
   * Executes a statement.
   *
   * @return something that depends on every cache line of what was read
   * @throws EngineException if the answer is wrong
   */
  long execute(Statement statement, PreparedStatement prepared) throws SQLException {
    return statement.reads() ? read(statement, prepared) : change(statement, prepared);
  }

  private long change(Statement statement, PreparedStatement prepared) throws SQLException {
    int changed = prepared.executeUpdate();
    for (int i = 0; changed == 0 && statement.expectation().min() > 0 && i < REPETITIONS; i++) {
      // Legal at READ COMMITTED, PostgreSQL's default, where it has waited for a transaction that
      // deleted the row and put it back; repeated, it sees what has been committed.
      counts.deadlocks++;
      changed = prepared.executeUpdate();
    }
    counts.rows += changed;
    requireCount(statement, changed, "changed");
    return changed;
  }

  private static void requireCount(Statement statement, long rows, String what) {
    Expectation expectation = statement.expectation();
    if (rows < expectation.min() || rows > expectation.max()) {
      throw new EngineException(
          "%s: %d rows %s, expected %s: %s"
              .formatted(statement.place(), rows, what, expectation.count(), statement.sql()));
    }
  }

  private long read(Statement statement, PreparedStatement prepared) throws SQLException {
    // One value that was written before costs next to nothing to compare.
    boolean verify =
        (++answers & (VERIFY_EVERY - 1)) == 0
            || statement.expectation().kind() == Expectation.Kind.VALUE;
    long rows = 0;
    long touched = 0;
    try (ResultSet answer = prepared.executeQuery()) {
      boolean[] texts = columns[statement.index()];
      if (texts == null) {
        texts = texts(answer.getMetaData());
        columns[statement.index()] = texts;
      }
      while (answer.next()) {
        rows++;
        touched += touch(answer, texts);
        if (verify) {
          verify(statement, answer);
        }
      }
    }
    counts.rows += rows;
    requireCount(statement, rows, "found");
    return touched;
  }

  private static boolean[] texts(ResultSetMetaData answer) throws SQLException {
    boolean[] texts = new boolean[answer.getColumnCount()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = TEXTS.contains(answer.getColumnType(i + 1));
    }
    return texts;
  }

  private static byte[] bytes(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    return bytes == null ? NULL : bytes;
  }

  private static long touch(ResultSet row, boolean[] texts) throws SQLException {
    long touched = 0;
    for (int column = 1; column <= texts.length; column++) {
      if (texts[column - 1]) {
        byte[] text = bytes(row, column);
        touched += text.length;
        for (int i = 0; i < text.length; i += CACHE_LINE_BYTES) {
          touched ^= text[i];
        }
      } else {
        String other = row.getString(column);
        touched += other == null ? 0 : other.length();
      }
    }
    return touched;
  }

  private void verify(Statement statement, ResultSet row) throws SQLException {
    switch (statement.expectation().kind()) {
      case C -> requireColumn("c", bytes(row, 1), expectedRow(statement));
      case TEXT -> requireColumn("Fcontent", bytes(row, 1), expectedRow(statement));
      case VALUE -> requireValue(statement, row);
      case WHOLE -> {
        requireColumn("c", bytes(row, row.findColumn("c")), row.getLong("id"));
        requireColumn("pad", bytes(row, row.findColumn("pad")), row.getLong("id"));
      }
      case ANY, COUNT, CHANGED -> {
        return;
      }
    }
    counts.verified++;
  }

  private long expectedRow(Statement statement) {
    return (Long) variables.get(statement.expected());
  }

  /** A column is as it was loaded, or as an update has left it. */
  private void requireColumn(String column, byte[] found, long id) {
    int table = variables.table();
    boolean article = context.layout().shape() == Shape.ARTICLE;
    boolean valid =
        switch (column) {
          case "c" ->
              ColumnChecksum.digitsHold(found, ColumnChecksum.C_BYTES, table, id)
                  || (article && isTitle(found, table, id));
          case "pad" ->
              article
                  ? ColumnChecksum.textHolds(found, table, id)
                  : ColumnChecksum.digitsHold(found, ColumnChecksum.PAD_BYTES, table, id);
          default -> ColumnChecksum.textHolds(found, table, id);
        };
    if (!valid) {
      throw new EngineException(
          "row %d of %s has a wrong %s: '%.80s' (%d bytes) was never stored there"
              .formatted(
                  id,
                  context.table(table),
                  column,
                  new String(found, StandardCharsets.ISO_8859_1),
                  found.length));
    }
  }

  private boolean isTitle(byte[] c, int table, long id) {
    // Of very large data sets only a sample of the titles is in memory.
    return context.set().keys().sampled()
        ? c.length > 0
        : keys.key(context.record(table, id)).equals(ByteBuffer.wrap(c));
  }

  private void requireValue(Statement statement, ResultSet row) throws SQLException {
    Object expected = variables.get(statement.expected());
    boolean equal =
        expected instanceof Long integer
            ? row.getLong(1) == integer && !row.wasNull()
            : expected instanceof Double real
                ? row.getDouble(1) == real && !row.wasNull()
                : Arrays.equals(bytes(row, 1), ScriptExecution.bytes(expected));
    if (!equal) {
      throw new EngineException(
          "%s: read '%.80s', which is not the value of :%s: %s"
              .formatted(
                  statement.place(),
                  row.getString(1),
                  statement.expectation().variable(),
                  statement.sql()));
    }
  }
}
