package dev.storagebench.core.engine;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads of several keys by one SQL statement with a list, {@code … WHERE k IN (?, ?)}, whose rows
 * come in any order and once for equal keys. For one thread.
 */
public final class SqlBatchRead implements AutoCloseable {
  private final Connection connection;
  private final String select;
  private final UnaryOperator<byte[]> stored;
  private final ValueReader values;
  private @Nullable PreparedStatement statement;
  // A hash table of the keys' places, those of one hash chained.
  private int[] first = {};
  private int[] next = {};
  private byte[][] asked = {};

  /** Reads the value of a row. */
  @FunctionalInterface
  public interface ValueReader {
    /** Copies column 2 to the start of the buffer, and returns its length. */
    int read(ResultSet row, ByteBuffer into) throws SQLException;
  }

  /**
   * Prepares nothing yet.
   *
   * @param select the statement up to the list: {@code SELECT k, v FROM records WHERE k IN}
   * @param stored what is stored of a key
   */
  public SqlBatchRead(
      Connection connection, String select, UnaryOperator<byte[]> stored, ValueReader values) {
    this.connection = connection;
    this.select = select;
    this.stored = stored;
    this.values = values;
  }

  /** Reads as {@link Session#getAll} does. */
  public void read(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) throws SQLException {
    PreparedStatement prepared = prepared(keys.length);
    Arrays.fill(first, Session.MISSING);
    Arrays.fill(lengths, Session.MISSING);
    for (int i = 0; i < keys.length; i++) {
      byte[] key = stored.apply(HeapBytes.of(keys[i]));
      asked[i] = key;
      int slot = slot(key);
      next[i] = first[slot];
      first[slot] = i;
      prepared.setBytes(i + 1, key);
    }
    try (ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        byte[] found = rows.getBytes(1);
        int read = Session.MISSING;
        for (int i = first[slot(found)]; i >= 0; i = next[i]) {
          if (Arrays.equals(found, asked[i])) {
            lengths[i] = read < 0 ? values.read(rows, into[i]) : copy(into[read], into[i]);
            read = i;
          }
        }
      }
    }
  }

  private static int copy(ByteBuffer value, ByteBuffer into) {
    into.clear().put(value.duplicate()).flip();
    return into.limit();
  }

  private int slot(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    return hash >>> Integer.numberOfLeadingZeros(first.length - 1);
  }

  /** The statement of the last read if this one has as many keys. */
  private PreparedStatement prepared(int keys) throws SQLException {
    if (statement == null || next.length != keys) {
      close();
      next = new int[keys];
      asked = new byte[keys][];
      first = new int[Integer.highestOneBit(keys) * 4];
      statement =
          connection.prepareStatement(
              select + " (" + String.join(", ", Collections.nCopies(keys, "?")) + ")");
    }
    return statement;
  }

  /** Closes the statement. */
  @Override
  public void close() throws SQLException {
    if (statement != null) {
      statement.close();
      statement = null;
    }
  }
}
