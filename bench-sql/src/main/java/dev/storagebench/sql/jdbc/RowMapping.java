package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** How the records of a data set become rows. */
sealed interface RowMapping {

  /** The columns; the first one is the primary key. */
  String columns();

  /**
   * The row of a record.
   *
   * @param id the row's number in its table, from 1
   * @param value with its {@link ValueChecksum}
   * @return the columns as the text or bytes that the server is to store
   */
  List<byte[]> row(int table, long id, ByteBuffer key, ByteBuffer value);

  /** Whether keys may occur twice: the last record is stored. */
  boolean replaces();

  /** A primary key as a literal of SQL. */
  String literal(Dialect dialect, byte[] key);

  /** Records as they are, for a table of keys and values. */
  record KeyValues() implements RowMapping {
    @Override
    public String columns() {
      return "k, v";
    }

    @Override
    public List<byte[]> row(int table, long id, ByteBuffer key, ByteBuffer value) {
      return List.of(HeapBytes.of(key), HeapBytes.of(value));
    }

    @Override
    public boolean replaces() {
      return true;
    }

    @Override
    public String literal(Dialect dialect, byte[] key) {
      return dialect.literal(key);
    }
  }

  /**
   * Rows of a table with columns, each with a checksum of its own.
   *
   * @param maxK the largest {@code k}
   */
  record Columns(Shape shape, int maxK) implements RowMapping {
    @Override
    public String columns() {
      return shape.columns();
    }

    @Override
    public List<byte[]> row(int table, long id, ByteBuffer key, ByteBuffer checked) {
      ByteBuffer value = checked.duplicate().limit(checked.limit() - ValueChecksum.BYTES);
      byte[] number = text(Long.toString(id));
      byte[] k = text(Integer.toString(ColumnChecksum.k(table, id, maxK)));
      return switch (shape) {
        case ARTICLE ->
            List.of(number, k, HeapBytes.of(key), ColumnChecksum.withChecksum(value, table, id));
        case SBTEST ->
            List.of(
                number,
                k,
                digits(value, 0, ColumnChecksum.C_BYTES, table, id),
                digits(value, ColumnChecksum.C_BYTES, ColumnChecksum.PAD_BYTES, table, id));
        case DOCUMENT ->
            List.of(text("%014d".formatted(id)), ColumnChecksum.withChecksum(value, table, id));
      };
    }

    @Override
    public boolean replaces() {
      return false;
    }

    @Override
    public String literal(Dialect dialect, byte[] key) {
      return "'" + new String(key, StandardCharsets.ISO_8859_1) + "'";
    }

    private static byte[] text(String text) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] digits(ByteBuffer value, int start, int count, int table, long id) {
      byte[] digits = new byte[count];
      if (value.remaining() >= start + count) {
        value.get(value.position() + start, digits);
      } else {
        // Of other data sets than sysbench only the number of records is used.
        Arrays.fill(digits, (byte) '0');
      }
      ColumnChecksum.digits(digits, table, id);
      return digits;
    }
  }
}
