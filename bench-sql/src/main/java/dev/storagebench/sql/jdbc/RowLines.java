package dev.storagebench.sql.jdbc;

import dev.storagebench.sql.table.Seal;
import dev.storagebench.sql.table.Shape;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows as lines of {@code LOAD DATA}: columns between tabs, a backslash before what would be read.
 */
final class RowLines {
  private static final int FIRST_BYTES = 9 << 20;
  // id, k and the ends of columns, both texts escaped and a seal
  private static final int OVERHEAD_BYTES = 64;

  private final Shape shape;
  private final int mostK;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private byte[] column = new byte[0];

  RowLines(Shape shape, int rows) {
    this.shape = shape;
    this.mostK = shape == Shape.SBTEST ? rows : Integer.MAX_VALUE;
  }

  /** Adds the row that a record becomes, and counts it in. */
  void add(int table, long id, ByteBuffer key, ByteBuffer value, TableSum sum) {
    ensure(OVERHEAD_BYTES + 2 * (key.remaining() + value.remaining() + Seal.TEXT_BYTES));
    switch (shape) {
      case ARTICLE -> {
        numbers(table, id, sum);
        sum.c(put(copy(key)));
        tab();
        sum.pad(put(sealed(value, table, id)));
      }
      case SBTEST -> {
        numbers(table, id, sum);
        sum.c(put(digits(value, 0, Seal.C_BYTES, table, id)));
        tab();
        sum.pad(put(digits(value, Seal.C_BYTES, Seal.PAD_BYTES, table, id)));
      }
      case DOCUMENT -> {
        sum.c(put("%014d".formatted(id).getBytes(StandardCharsets.ISO_8859_1)));
        tab();
        sum.pad(put(sealed(value, table, id)));
      }
    }
    bytes[length++] = '\n';
    sum.row();
  }

  private void numbers(int table, long id, TableSum sum) {
    int k = Seal.k(table, id, mostK);
    put(Long.toString(id).getBytes(StandardCharsets.ISO_8859_1));
    tab();
    put(Integer.toString(k).getBytes(StandardCharsets.ISO_8859_1));
    tab();
    sum.k(k);
  }

  private byte[] copy(ByteBuffer from) {
    if (column.length != from.remaining()) {
      column = new byte[from.remaining()];
    }
    from.get(from.position(), column);
    return column;
  }

  private byte[] sealed(ByteBuffer text, int table, long id) {
    byte[] sealed = new byte[text.remaining() + Seal.TEXT_BYTES];
    text.get(text.position(), sealed, 0, text.remaining());
    System.arraycopy(Seal.ofText(text, table, id), 0, sealed, text.remaining(), Seal.TEXT_BYTES);
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
    Seal.digits(digits, table, id);
    return digits;
  }

  private byte[] put(byte[] raw) {
    for (byte each : raw) {
      switch (each) {
        case '\t', '\n', '\\' -> {
          bytes[length++] = '\\';
          bytes[length++] = each;
        }
        case 0 -> {
          bytes[length++] = '\\';
          bytes[length++] = '0';
        }
        default -> bytes[length++] = each;
      }
    }
    return raw;
  }

  private void tab() {
    bytes[length++] = '\t';
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length + bytes.length / 2));
    }
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  int length() {
    return length;
  }
}
