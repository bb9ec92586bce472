package dev.storagebench.sql.jdbc;

import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Turns records into rows: a column is the text or the bytes that the server is to store.
 *
 * @param mostK the largest {@code k}
 */
record RowColumns(Shape shape, int mostK) {

  /** The columns of the row that a record becomes, in the order of {@link Shape#columns}. */
  List<byte[]> of(int table, long id, ByteBuffer key, ByteBuffer value) {
    return switch (shape) {
      case ARTICLE -> List.of(number(id), k(table, id), copy(key), sealed(value, table, id));
      case SBTEST ->
          List.of(
              number(id),
              k(table, id),
              digits(value, 0, ColumnChecksum.C_BYTES, table, id),
              digits(value, ColumnChecksum.C_BYTES, ColumnChecksum.PAD_BYTES, table, id));
      case DOCUMENT -> List.of(text("%014d".formatted(id)), sealed(value, table, id));
    };
  }

  private byte[] k(int table, long id) {
    return number(ColumnChecksum.k(table, id, mostK));
  }

  private static byte[] number(long number) {
    return text(Long.toString(number));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] copy(ByteBuffer from) {
    byte[] copy = new byte[from.remaining()];
    from.get(from.position(), copy);
    return copy;
  }

  private static byte[] sealed(ByteBuffer text, int table, long id) {
    byte[] sealed = new byte[text.remaining() + ColumnChecksum.TEXT_BYTES];
    text.get(text.position(), sealed, 0, text.remaining());
    System.arraycopy(
        ColumnChecksum.ofText(text, table, id),
        0,
        sealed,
        text.remaining(),
        ColumnChecksum.TEXT_BYTES);
    return sealed;
  }

  private static byte[] digits(ByteBuffer value, int start, int count, int table, long id) {
    byte[] digits = new byte[count];
    if (value.remaining() >= start + count) {
      value.get(value.position() + start, digits);
    } else {
      // Records of another data set: only their number is taken.
      Arrays.fill(digits, (byte) '0');
    }
    ColumnChecksum.digits(digits, table, id);
    return digits;
  }
}
