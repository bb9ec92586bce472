package dev.storagebench.sql.workload;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The columns of a statement's answer, and how each is read with the least work. */
final class Columns {
  private static final byte[] NOTHING = new byte[0];
  private static final int CACHE_LINE_BYTES = 64;

  private final boolean[] texts;
  private long bytes;

  Columns(ResultSetMetaData answer) throws SQLException {
    texts = new boolean[answer.getColumnCount()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          switch (answer.getColumnType(i + 1)) {
            case Types.CHAR,
                Types.VARCHAR,
                Types.LONGVARCHAR,
                Types.BINARY,
                Types.VARBINARY,
                Types.LONGVARBINARY,
                Types.BLOB,
                Types.CLOB ->
                true;
            default -> false;
          };
    }
  }

  /** A column's bytes; none for null. */
  byte[] text(ResultSet row, int column) throws SQLException {
    byte[] text = row.getBytes(column);
    return text == null ? NOTHING : text;
  }

  /** Reads a row and returns something that depends on every cache line of it. */
  long touch(ResultSet row) throws SQLException {
    long touched = 0;
    for (int column = 1; column <= texts.length; column++) {
      if (texts[column - 1]) {
        byte[] text = text(row, column);
        bytes += text.length;
        touched += text.length;
        for (int i = 0; i < text.length; i += CACHE_LINE_BYTES) {
          touched ^= text[i];
        }
      } else {
        String other = row.getString(column);
        touched += other == null ? 0 : other.length();
        bytes += Long.BYTES;
      }
    }
    return touched;
  }

  /** How many bytes have been read since this was asked last. */
  long takeBytes() {
    long taken = bytes;
    bytes = 0;
    return taken;
  }
}
