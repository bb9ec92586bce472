package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.StreamFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** Separator and quote of delimited text, which is otherwise RFC 4180. */
final class CsvFormat {
  private static final List<String> CANDIDATES = List.of("\t", ",", ";", "|", "::");
  private static final int SAMPLE_RECORDS = 20;
  private static final int MAX_DELIMITER = 8;
  private static final Map<String, String> NAMED =
      Map.of("tab", "\t", "comma", ",", "semicolon", ";", "pipe", "|", "space", " ");

  private CsvFormat() {}

  /**
   * The format that the options name or else the first bytes show.
   *
   * @return empty if no delimiter is named or found
   * @throws IllegalArgumentException for an option that is no delimiter or quote
   */
  static Optional<CSVFormat> of(FileArgument options, byte[] head) {
    String quote = options.get("quote").orElse("\"");
    Character quoteCharacter =
        quote.equals("none")
            ? null
            : ascii("quote", quote, 1, "one ASCII character, or none").charAt(0);
    String valid = "one to 8 ASCII characters, tab, comma, semicolon, pipe or space";
    return options
        .get("delimiter")
        .map(given -> NAMED.getOrDefault(given, given))
        .map(given -> format(ascii("delimiter", given, MAX_DELIMITER, valid), quoteCharacter))
        .or(() -> detect(head, quoteCharacter));
  }

  private static String ascii(String option, String given, int maxLength, String expected) {
    if (given.length() > maxLength
        || given.chars().anyMatch(c -> c >= 0x80 || c == '\n' || c == '\r')) {
      throw new IllegalArgumentException(
          "invalid %s '%s': expected %s".formatted(option, given, expected));
    }
    return given;
  }

  /** The format of an input with these first bytes and double quotes, if it has two columns. */
  static Optional<CSVFormat> detect(byte[] head) {
    return detect(head, '"');
  }

  /**
   * The delimiter that gives the first records the most columns, at least two; one that gives all
   * equally many goes before one with exceptions.
   */
  private static Optional<CSVFormat> detect(byte[] head, @Nullable Character quote) {
    CSVFormat best = null;
    int most = 0;
    for (String candidate : CANDIDATES) {
      if (quote != null && candidate.indexOf(quote) >= 0) {
        continue;
      }
      CSVFormat format = format(candidate, quote);
      List<Integer> columns = columns(head, format);
      int usual = usual(columns);
      int rank = Collections.frequency(columns, usual) == columns.size() ? usual << 16 : usual;
      if (rank > most) {
        most = rank;
        best = format;
      }
    }
    return Optional.ofNullable(best);
  }

  /** How many columns most of the first records have, at least two of them; 0 if they differ. */
  static int usualColumns(byte[] head, CSVFormat format) {
    return usual(columns(head, format));
  }

  private static int usual(List<Integer> columns) {
    int usual =
        columns.stream()
            .max(Comparator.comparing(each -> Collections.frequency(columns, each)))
            .orElse(0);
    int others = columns.size() - Collections.frequency(columns, usual);
    return usual < 2 || columns.size() - others < 2 || others > Math.max(1, columns.size() / 4)
        ? 0
        : usual;
  }

  /** The number of columns of each of the first records. */
  private static List<Integer> columns(byte[] head, CSVFormat format) {
    int start = ByteScan.afterByteOrderMark(head, 0, head.length);
    String text = new String(head, start, head.length - start, StandardCharsets.ISO_8859_1);
    List<Integer> columns = new ArrayList<>();
    if (text.indexOf('\0') >= 0) {
      return columns;
    }
    boolean cut = head.length == StreamFormat.HEAD_BYTES;
    try (CSVParser parser = CSVParser.parse(text, format)) {
      Iterator<CSVRecord> all = parser.iterator();
      while (columns.size() < SAMPLE_RECORDS && all.hasNext()) {
        CSVRecord next = all.next();
        if (cut && !all.hasNext()) {
          break;
        }
        columns.add(next.size());
      }
    } catch (IOException | UncheckedIOException malformed) {
      // Those before count.
    }
    return columns;
  }

  private static CSVFormat format(String delimiter, @Nullable Character quote) {
    if (quote != null && delimiter.indexOf(quote) >= 0) {
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
