package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * Two columns of delimited text, by Commons CSV. Fields are the file's own bytes: the parser gets a
 * character for each byte, as delimiters, quotes and line ends are ASCII in every encoding but
 * UTF-16. It never reads past the current line, so that every record has a place, and after a
 * malformed one a new parser starts at the next line.
 */
final class CsvReader extends LineReader {
  /** Joins the columns of a value, as in reviews. */
  private static final byte SEPARATOR = 1;

  /** The longest record. */
  private static final long MAX_RECORD_BYTES = 2L * MAX_VALUE_BYTES;

  /** So many lines of prose hardly ever have the same number of delimiters as records have. */
  private static final int SURELY_RECORDS = 8;

  private final CSVFormat format;
  private final boolean quotesGuessed;
  private final String description;
  private final Lines characters = new Lines();
  private @Nullable Iterator<CSVRecord> parser;
  private CsvColumns columns = new CsvColumns(0, false, 0, 1, "");

  /** The note of the first value that may have swallowed records. */
  private String swallowed = "";

  /** The first record until it has been handed out; null where it is the header. */
  private @Nullable CSVRecord first;

  /**
   * Reads the first record, from which the columns follow.
   *
   * @param in owned by the reader
   */
  CsvReader(InputStream in, String source, byte[] head, FileArgument given, ReadOptions options)
      throws IOException {
    super(in, source, MAX_VALUE_BYTES, options);
    recordStart = new Place(source, 1, 0);
    format =
        CsvFormat.of(given, head)
            .orElseThrow(
                () ->
                    bad(
                        "no tab, comma, semicolon, | or :: separates the first records into equally"
                            + " many columns, at least two: %s; %s"
                                .formatted(
                                    Excerpt.of(head, 0, head.length), CsvFormat.advice(head))));
    quotesGuessed = given.get("quote").isEmpty();
    first = read();
    if (first == null) {
      throw bad("no records");
    }
    List<String> names =
        first.stream()
            .map(name -> new String(bytes(name), StandardCharsets.UTF_8).strip())
            .toList();
    int usual = CsvFormat.usualColumns(head, format);
    if (usual > 0 && usual != names.size()) {
      throw bad(
          "%,d columns where most records after it have %,d: %s; remove a title or a comment; if this is the header, add the names that are missing"
              .formatted(names.size(), usual, Excerpt.ofNames(names)));
    }
    columns = CsvColumns.of(names, given, recordStart);
    first = columns.header() ? null : first;
    description = columns.describe(names);
    if (!columns.guess().isEmpty()) {
      counts().note(columns.guess());
    }
  }

  @Override
  public Optional<String> description() {
    return Optional.of(
        format.getDelimiterString().equals("\t")
            ? "separated by tabs, " + description
            : "separated by '%s', %s".formatted(format.getDelimiterString(), description));
  }

  @Override
  protected boolean parse() throws IOException {
    CSVRecord row = first == null ? read() : first;
    first = null;
    if (row == null) {
      return false;
    }
    if (row.size() != columns.count()) {
      noteLines();
      throw bad(
          "%,d columns where the first record has %,d; is a delimiter inside a value not quoted?"
              .formatted(row.size(), columns.count()));
    }
    requireNoSwallowedRecords();
    append(row.get(columns.key()), true);
    if (columns.value() != CsvColumns.ALL_OTHERS) {
      append(row.get(columns.value()), false);
    } else {
      for (int column = 0, appended = 0; column < row.size(); column++) {
        if (column != columns.key()) {
          if (appended++ > 0) {
            value.append(SEPARATOR);
          }
          append(row.get(column), false);
        }
      }
    }
    requireSizes();
    return true;
  }

  /** Refuses a value of lines that each look like a record, or notes it if they are few. */
  private void requireNoSwallowedRecords() throws BadInputException {
    long last = lines.line();
    if (!quotesGuessed || last == recordStart.line() || characters.unlikeRecords) {
      return;
    }
    String problem =
        "a quoted value goes on to line %,d, and each of its lines has the usual %d columns; if quotes are plain characters, add ;quote=none, or else ;quote=\""
            .formatted(last, columns.count());
    if (last - recordStart.line() >= SURELY_RECORDS) {
      noteLines();
      throw bad(problem);
    }
    if (swallowed.isEmpty()) {
      swallowed = "like the one in line %,d: %s".formatted(recordStart.line(), problem);
    }
    counts().note(swallowed);
  }

  /** A quote that is not closed takes many lines with it. */
  private void noteLines() {
    counts().note("lines left out with bad records", lines.line() - recordStart.line() + 1);
  }

  private void append(String field, boolean isKey) {
    if (format.getEscapeCharacter() != null && field.equals(format.getEscapeCharacter() + "N")) {
      counts().note("null values");
      return;
    }
    byte[] bytes = bytes(field);
    (isKey ? key : value).append(bytes, 0, bytes.length);
  }

  private static byte[] bytes(String field) {
    return field.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The next record, null at the end. */
  private @Nullable CSVRecord read() throws IOException {
    characters.beginRecord();
    if (parser == null) {
      characters.skipLine();
      parser = format.parse(characters).iterator();
    }
    try {
      return parser.hasNext() ? parser.next() : null;
    } catch (UncheckedIOException e) {
      parser = null;
      if (!(e.getCause() instanceof CSVException)) {
        throw e.getCause();
      }
      noteLines();
      String hint = "; if quotes are plain characters here, add ;quote=none";
      throw characters.ended
          ? BadInputException.damage(recordStart, "a quoted field is never closed" + hint, e)
          : new BadInputException(
              lines.place(), "text between a closing quote and the next delimiter" + hint, e);
    }
  }

  /** The input as the parser reads it, at most to the end of the current line. */
  private final class Lines extends Reader {
    private int at;
    private int end;
    private boolean begun;
    private boolean ended;
    private int usual;
    private boolean unlikeRecords;
    private long recordBytes;

    void beginRecord() {
      begun = false;
      unlikeRecords = false;
      recordBytes = 0;
    }

    void skipLine() {
      at = end;
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
      if (at == end && !nextLine()) {
        ended = true;
        return -1;
      }
      int read = Math.min(length, end - at);
      byte[] bytes = lines.array();
      for (int i = 0; i < read; i++) {
        into[offset + i] = (char) (bytes[at + i] & 0xff);
      }
      at += read;
      return read;
    }

    private boolean nextLine() throws IOException {
      if (!lines.next()) {
        return false;
      }
      at = lines.textStart();
      end = lines.lacksLineEnd() ? lines.end() : lines.end() + 1;
      if (begun) {
        unlikeRecords |= plainColumns() != usual;
      } else {
        recordStart = lines.place();
        usual = columns.count() > 0 ? columns.count() : plainColumns();
        begun = ByteScan.skipSpace(lines.array(), at, end) < end;
      }
      recordBytes += end - at;
      if (recordBytes > MAX_RECORD_BYTES) {
        throw BadInputException.damage(
            recordStart,
            "record longer than %,d bytes; is a quote not closed? If quotes are plain characters"
                    .formatted(MAX_RECORD_BYTES)
                + " here, add ;quote=none",
            null);
      }
      return true;
    }

    /** Columns of the line if quotes are plain characters. */
    private int plainColumns() {
      String line = new String(lines.array(), at, end - at, StandardCharsets.ISO_8859_1);
      return StringUtils.countMatches(line, format.getDelimiterString()) + 1;
    }

    @Override
    public void close() {
      // The reader around it closes the input.
    }
  }
}
