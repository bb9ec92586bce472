package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.LineReader;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reviews as the Amazon Customer Reviews data set of 2015 has them: a header, then a line each of
 * 15 columns separated by tabs, in which quotes are plain characters.
 */
final class TsvReader extends LineReader {
  /** The header. */
  static final String HEADER =
      "marketplace\tcustomer_id\treview_id\tproduct_id\tproduct_parent\tproduct_title"
          + "\tproduct_category\tstar_rating\thelpful_votes\ttotal_votes\tvine"
          + "\tverified_purchase\treview_headline\treview_body\treview_date";

  private static final int COLUMNS = 15;

  /** Owns the stream. */
  TsvReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_VALUE_BYTES, options);
  }

  @Override
  protected boolean parse() throws IOException {
    if (!nextFilled() || (lines.line() == 1 && !nextFilled())) {
      return false;
    }
    String[] column =
        new String(lines.array(), lines.start(), lines.textEnd() - lines.start(), ISO_8859_1)
            .split("\t", -1);
    if (column.length != COLUMNS || column[3].isEmpty() || column[1].isEmpty()) {
      throw new BadInputException(
          lines.place(),
          column.length == COLUMNS
              ? "empty product_id or customer_id, a part of the key"
              : "%,d columns, expected the %d of the header".formatted(column.length, COLUMNS));
    }
    clear();
    byte[] bytes = (column[3] + ' ' + column[1]).getBytes(ISO_8859_1);
    key.append(bytes, 0, bytes.length);
    String separator = String.valueOf((char) AmazonFormat.SEPARATOR);
    String votes = separator + column[8] + '/' + column[9];
    bytes =
        String.join(separator, votes, column[7], column[14], column[12], column[13])
            .getBytes(ISO_8859_1);
    value.append(bytes, 0, bytes.length);
    requireSizes(lines.place());
    return true;
  }
}
