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

/** Separator, quote and escape of delimited text, which is otherwise RFC 4180. */
final class CsvFormat {
  private static final List<String> CANDIDATES = List.of("\t", ",", ";", "|", "::");
  private static final int SAMPLE_RECORDS = 20;
  private static final int MAX_DELIMITER = 8;
  private static final CSVFormat RFC_4180 =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(true).get();

  private CsvFormat() {}

  /**
   * The format that the options name or else the first bytes show.
   *
   * @return empty if no delimiter is named or found
   * @throws IllegalArgumentException for an option that is no delimiter or quote
   */
  static Optional<CSVFormat> of(FileArgument options, byte[] head) {
    String quote = options.get("quote").orElse("\"");
    CSVFormat rest =
        RFC_4180
            .builder()
            .setQuote(quote.equals("none") ? null : character("quote", quote, ", or none"))
            .setEscape(
                options.get("escape").map(each -> character("escape", each, "")).orElse(null))
            .get();
    return options
        .delimiter(MAX_DELIMITER)
        .map(given -> separated(rest, given))
        .or(() -> detect(head, rest));
  }

  private static Character character(String option, String given, String orElse) {
    if (!given.matches("[\\x00-\\x7f&&[^\r\n]]")) {
      throw new IllegalArgumentException(
          "invalid %s '%s': expected one ASCII character%s".formatted(option, given, orElse));
    }
    return given.charAt(0);
  }

  /** The format of an input with these first bytes and double quotes, if it has two columns. */
  static Optional<CSVFormat> detect(byte[] head) {
    return detect(head, RFC_4180);
  }

  /**
   * The delimiter that gives the first records the most columns, at least two; one that gives all
   * equally many goes before one with exceptions.
   */
  private static Optional<CSVFormat> detect(byte[] head, CSVFormat rest) {
    return CANDIDATES.stream()
        .filter(candidate -> !isQuote(rest, candidate))
        .map(candidate -> separated(rest, candidate))
        .map(format -> Map.entry(format, rank(head, format)))
        .filter(ranked -> ranked.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  private static int rank(byte[] head, CSVFormat format) {
    List<Integer> columns = columns(head, format);
    int usual = usual(columns);
    return Collections.frequency(columns, usual) == columns.size() ? usual << 16 : usual;
  }

  /** Advice on an input in which no columns were found. */
  static String advice(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.indexOf('\0') >= 0) {
      return "it has bytes of 0, as no text has";
    }
    for (String option : List.of("escape=\\", "quote=none")) {
      FileArgument given = FileArgument.parse("kv", ";" + option, List.of("escape", "quote"));
      if (text.indexOf('"') >= 0 && of(given, head).isPresent()) {
        return "add ;%s: its quotes are not those of RFC 4180".formatted(option);
      }
    }
    return "if another character separates the columns, add ;delimiter=";
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

  private static boolean isQuote(CSVFormat format, String delimiter) {
    return format.getQuoteCharacter() != null && delimiter.indexOf(format.getQuoteCharacter()) >= 0;
  }

  private static CSVFormat separated(CSVFormat rest, String delimiter) {
    if (isQuote(rest, delimiter)) {
      throw new IllegalArgumentException(
          "invalid delimiter '%s': it is the quote as well; add ;quote=none".formatted(delimiter));
    }
    return rest.builder().setDelimiter(delimiter).get();
  }
}
