package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Conversion of a data set's records to rows.
 *
 * @param columns the first one is the primary key
 * @param replaces whether keys may occur twice: the last record is stored
 */
record RowMapping(String columns, boolean replaces, Rows rows) {
  /** Records as they are, for a table of keys and values. */
  static final RowMapping KEY_VALUES =
      new RowMapping(
          "k, v", true, (table, id, key, value) -> List.of(HeapBytes.of(key), HeapBytes.of(value)));

  /** The row of a record. */
  interface Rows {
    /**
     * Makes a row.
     *
     * @param id the row's number in its table, from 1
     * @param value with its {@link ValueChecksum}
     * @return the columns as the text or bytes that the server is to store
     */
    List<byte[]> of(int table, long id, ByteBuffer key, ByteBuffer value);
  }

  /**
   * Rows of a table with columns, each with a checksum of its own.
   *
   * @param maxK the largest {@code k}
   */
  static RowMapping of(Shape shape, int maxK) {
    return new RowMapping(
        shape.columns(),
        false,
        (table, id, key, checked) -> {
          ByteBuffer value = checked.duplicate().limit(checked.limit() - ValueChecksum.BYTES);
          byte[] number = text(Long.toString(id));
          byte[] k = text(Integer.toString(ColumnChecksum.k(table, id, maxK)));
          return switch (shape) {
            case ARTICLE ->
                List.of(
                    number, k, HeapBytes.of(key), ColumnChecksum.withChecksum(value, table, id));
            case SBTEST ->
                List.of(
                    number,
                    k,
                    digits(value, 0, ColumnChecksum.C_BYTES, table, id),
                    digits(value, ColumnChecksum.C_BYTES, ColumnChecksum.PAD_BYTES, table, id));
            case DOCUMENT ->
                List.of(text("%014d".formatted(id)), ColumnChecksum.withChecksum(value, table, id));
          };
        });
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
