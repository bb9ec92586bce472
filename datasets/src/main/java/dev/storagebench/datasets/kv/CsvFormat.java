package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.StreamFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** What separates and quotes the fields of delimited text: RFC 4180 but for the two characters. */
final class CsvFormat {
  private static final String CANDIDATES = "\t,;|";
  private static final int SAMPLE_RECORDS = 4;
  private static final Map<String, String> NAMED =
      Map.of("tab", "\t", "comma", ",", "semicolon", ";", "pipe", "|", "space", " ");

  private CsvFormat() {}

  /**
   * The format that the options name or else the first bytes show.
   *
   * @return empty if no delimiter is named or found
   * @throws IllegalArgumentException for an option that is no delimiter or quote
   */
  static Optional<CSVFormat> of(FileOptions options, byte[] head) {
    String quote = options.get("quote").orElse("\"");
    Character quoteCharacter = quote.equals("none") ? null : character("quote", quote);
    return options
        .get("delimiter")
        .map(
            given ->
                format(character("delimiter", NAMED.getOrDefault(given, given)), quoteCharacter))
        .or(() -> detect(head, quoteCharacter));
  }

  private static char character(String option, String given) {
    char first = given.charAt(0);
    if (given.length() > 1 || first >= 0x80 || first == '\n' || first == '\r') {
      throw new IllegalArgumentException(
          "invalid %s '%s': expected one ASCII character%s"
              .formatted(
                  option,
                  given,
                  option.equals("quote") ? ", or none" : ", tab, comma, semicolon, pipe or space"));
    }
    return first;
  }

  /** The format of an input with these first bytes and double quotes, if it has two columns. */
  static Optional<CSVFormat> detect(byte[] head) {
    return detect(head, '"');
  }

  /** The delimiter that gives the first records the most columns, equally many and at least two. */
  private static Optional<CSVFormat> detect(byte[] head, @Nullable Character quote) {
    int start = ByteScan.afterByteOrderMark(head, 0, head.length);
    String text = new String(head, start, head.length - start, StandardCharsets.ISO_8859_1);
    CSVFormat best = null;
    int most = 1;
    for (int i = 0; i < CANDIDATES.length(); i++) {
      if (quote != null && quote == CANDIDATES.charAt(i)) {
        continue;
      }
      CSVFormat format = format(CANDIDATES.charAt(i), quote);
      int columns = text.indexOf('\0') >= 0 ? 0 : columns(text, format, head.length);
      if (columns > most) {
        most = columns;
        best = format;
      }
    }
    return Optional.ofNullable(best);
  }

  /** How many columns all of the first records have, at least two records; else 0. */
  private static int columns(String head, CSVFormat format, int headBytes) {
    boolean cut = headBytes == StreamFormat.HEAD_BYTES;
    int records = 0;
    int columns = 0;
    try (CSVParser parser = CSVParser.parse(head, format)) {
      Iterator<CSVRecord> all = parser.iterator();
      while (records < SAMPLE_RECORDS && all.hasNext()) {
        CSVRecord next = all.next();
        if (cut && !all.hasNext()) {
          break;
        }
        if (records++ > 0 && next.size() != columns) {
          return 0;
        }
        columns = next.size();
      }
    } catch (IOException | UncheckedIOException malformed) {
      // Those before count.
    }
    return records < 2 ? 0 : columns;
  }

  private static CSVFormat format(char delimiter, @Nullable Character quote) {
    if (quote != null && quote == delimiter) {
      throw new IllegalArgumentException(
          "invalid delimiter '%s': it is the quote as well; add ;quote=none".formatted(delimiter));
    }
    return CSVFormat.RFC4180
        .builder()
        .setDelimiter(delimiter)
        .setQuote(quote)
        .setIgnoreEmptyLines(true)
        .get();
  }
}
