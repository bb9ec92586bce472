package dev.storagebench.sql.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an engine stores rows.
 *
 * @param options the options of {@code CREATE TABLE}
 */
record RowFormat(String options) {
  private static final Pattern COMPRESSED = Pattern.compile("compressed(1|2|4|8|16)");
  private static final Pattern PAGE = Pattern.compile("page-(zlib|lz4)");

  /**
   * A format of InnoDB in MySQL.
   *
   * @throws IllegalArgumentException if it is none; the message lists the valid ones
   */
  static RowFormat of(String name) {
    Matcher compressed = COMPRESSED.matcher(name);
    Matcher page = PAGE.matcher(name);
    if (name.isEmpty()) {
      return new RowFormat("ENGINE=InnoDB");
    }
    if (compressed.matches()) {
      return new RowFormat(
          "ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=" + compressed.group(1));
    }
    if (page.matches()) {
      return new RowFormat("ENGINE=InnoDB COMPRESSION='" + page.group(1) + "'");
    }
    throw new IllegalArgumentException(
        "no row format '%s' of InnoDB; there are none at all, compressed1, compressed2, compressed4, compressed8, compressed16, page-zlib, page-lz4"
            .formatted(name));
  }
}
