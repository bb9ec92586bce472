package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.WrongContentException;
import dev.storagebench.sql.table.Shape;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.CRC32;

/**
 * What a table must hold after a load: its rows' number, and sums that a server can form as well.
 */
final class TableSum {
  private final CRC32 crc = new CRC32();
  private long rows;
  private long k;
  private long c;
  private long pad;

  /** Counts a row in, whose last two columns are texts; a number before them is {@code k}. */
  void add(List<byte[]> row) {
    int columns = row.size();
    rows++;
    c += crc(row.get(columns - 2));
    pad += crc(row.get(columns - 1));
    if (columns > 2) {
      k += Long.parseLong(new String(row.get(columns - 3), StandardCharsets.ISO_8859_1));
    }
  }

  private long crc(byte[] value) {
    crc.reset();
    crc.update(value, 0, value.length);
    return crc.getValue();
  }

  /**
   * Reads the table and compares; this also brings it into the page cache, as any load does.
   *
   * @throws WrongContentException if it holds something else
   */
  void compare(Pool pool, Dialect dialect, Table table, Shape shape) {
    switch (shape) {
      case ARTICLE, SBTEST -> compare(pool, dialect, table, "k", "c", "pad");
      case DOCUMENT -> compare(pool, dialect, table, "0", "Farticle_id", "Fcontent");
    }
  }

  /** The same for a table of keys and values. */
  void compareRecords(Pool pool, Dialect dialect, Table table) {
    compare(pool, dialect, table, "0", "k", "v");
  }

  private void compare(
      Pool pool, Dialect dialect, Table table, String ofK, String ofC, String ofPad) {
    String query = dialect.checksums(table, ofK, ofC, ofPad);
    List<String> sent = List.of("" + rows, "" + k, "" + c, "" + pad);
    try {
      List<String> found = pool.row(query);
      if (!found.equals(sent)) {
        throw new WrongContentException(
            "table %s holds %s (rows, sums of k, of c's and pad's CRC32) after loading %s"
                .formatted(table.name(), found, sent));
      }
    } catch (SQLException e) {
      throw pool.failure(query, e);
    }
  }
}
