package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The number of rows that a table must contain after a load, and checksums that SQL can compute.
 */
final class TableSum {
  private final Dialect dialect;
  // Rows, sum of k, sums of the checksums of the last two columns.
  private final long[] sums = new long[4];

  TableSum(Dialect dialect) {
    this.dialect = dialect;
  }

  /** Adds a row; its last two columns are texts, a column between them and the key is a number. */
  void add(List<byte[]> row) {
    int columns = row.size();
    sums[0]++;
    if (columns > 3) {
      sums[1] += Long.parseLong(new String(row.get(columns - 3), StandardCharsets.ISO_8859_1));
    }
    sums[2] += dialect.checksum(row.get(columns - 2));
    sums[3] += dialect.checksum(row.get(columns - 1));
  }

  /**
   * Reads a table and compares; this also brings it into the page cache, as any load does.
   *
   * @throws EngineException if the table contains something else
   */
  void compare(String table, List<Server.Part> parts, RowMapping mapping) {
    String columns = mapping.columns();
    String[] names = columns.split(", ", -1);
    int last = names.length - 1;
    long[] found = new long[sums.length];
    for (Server.Part part : parts) {
      String query =
          dialect.checksums(part.table(), last == 3 ? names[1] : "0", names[last - 1], names[last]);
      List<String> row = part.admin().row(query);
      Arrays.setAll(found, i -> found[i] + Long.parseLong(row.get(i)));
    }
    if (!Arrays.equals(found, sums)) {
      throw new EngineException(
          "table %s contains %s (rows, checksums of %s), expected %s"
              .formatted(table, Arrays.toString(found), columns, Arrays.toString(sums)));
    }
  }
}
