package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.WrongContentException;
import dev.storagebench.sql.table.Shape;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
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
   * Reads a table and compares; this also brings it into the page cache, as any load does.
   *
   * @param parts where its rows are
   * @throws WrongContentException if it holds something else
   */
  void compare(Dialect dialect, Table table, List<Server.Part> parts, Shape shape) {
    switch (shape) {
      case ARTICLE, SBTEST -> compare(dialect, table, parts, "k", "c", "pad");
      case DOCUMENT -> compare(dialect, table, parts, "0", "Farticle_id", "Fcontent");
    }
  }

  /** The same for a table of keys and values. */
  void compareRecords(Pool pool, Dialect dialect, Table table) {
    compare(dialect, table, List.of(new Server.Part(pool, table)), "0", "k", "v");
  }

  private void compare(
      Dialect dialect, Table table, List<Server.Part> parts, String ofK, String ofC, String ofPad) {
    List<Long> sent = List.of(rows, k, c, pad);
    List<Long> found = List.of(0L, 0L, 0L, 0L);
    for (Server.Part part : parts) {
      String query = dialect.checksums(part.table(), ofK, ofC, ofPad);
      try {
        List<String> row = part.admin().row(query);
        List<Long> before = found;
        found =
            IntStream.range(0, sent.size())
                .mapToObj(i -> before.get(i) + Long.parseLong(row.get(i)))
                .toList();
      } catch (SQLException e) {
        throw part.admin().failure(query, e);
      }
    }
    if (!found.equals(sent)) {
      throw new WrongContentException(
          "table %s holds %s (rows, sums of k, of c's and pad's CRC32) after loading %s"
              .formatted(table.name(), found, sent));
    }
  }
}
