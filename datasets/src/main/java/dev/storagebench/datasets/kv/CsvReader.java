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

  private final CSVFormat format;
  private final Lines characters = new Lines();
  private @Nullable Iterator<CSVRecord> parser;

  /** The current record's place. */
  private Place place;

  private CsvColumns columns = new CsvColumns(0, false, 0, 1);
  private String description = "";

  /** The first record until it has been handed out; null where it is the header. */
  private @Nullable CSVRecord first;

  private CsvReader(InputStream in, String source, CSVFormat format, ReadOptions options) {
    super(in, source, MAX_VALUE_BYTES, options);
    this.format = format;
    this.place = new Place(source, 1, 0);
  }

  /**
   * Reads the first record, from which the columns follow.
   *
   * @param in owned by the reader
   */
  static CsvReader open(
      InputStream in, String source, byte[] head, FileArgument given, ReadOptions options)
      throws IOException {
    CSVFormat format =
        CsvFormat.of(given, head)
            .orElseThrow(
                () ->
                    new BadInputException(
                        new Place(source, 1, 0),
                        "no tab, comma, semicolon, | or :: separates the first records into equally"
                            + " many columns, at least two: %s; name another with ;delimiter=, and"
                                .formatted(Excerpt.of(head, 0, head.length))
                            + " if quotes are plain characters, add ;quote=none"));
    CsvReader reader = new CsvReader(in, source, format, options);
    CSVRecord first = reader.read();
    if (first == null) {
      throw new BadInputException(reader.place, "no records");
    }
    List<String> names =
        first.stream()
            .map(name -> new String(bytes(name), StandardCharsets.UTF_8).strip())
            .toList();
    int usual = CsvFormat.usualColumns(head, format);
    if (usual > 0 && usual != names.size()) {
      throw new BadInputException(
          reader.place,
          "%,d columns where most records after it have %,d: %s; remove a title or a comment; if this is the header, add the names that are missing"
              .formatted(names.size(), usual, Excerpt.ofNames(names)));
    }
    reader.columns = CsvColumns.of(names, given, reader.place);
    reader.first = reader.columns.header() ? null : first;
    reader.description = reader.columns.describe(names);
    return reader;
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
      throw new BadInputException(
          place,
          "%,d columns where the first record has %,d; is a delimiter inside a value not quoted?"
              .formatted(row.size(), columns.count()));
    }
    clear();
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
    requireSizes(place);
    return true;
  }

  /** A quote that is not closed takes many lines with it. */
  private void noteLines() {
    counts().note("lines left out with bad records", lines.line() - place.line() + 1);
  }

  private void append(String field, boolean isKey) {
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
          ? BadInputException.damage(place, "a quoted field is never closed" + hint, e)
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
    private long recordBytes;

    void beginRecord() {
      begun = false;
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
      if (!begun) {
        place = lines.place();
        begun = ByteScan.skipSpace(lines.array(), at, end) < end;
      }
      recordBytes += end - at;
      if (recordBytes > MAX_RECORD_BYTES) {
        throw BadInputException.damage(
            place,
            "record longer than %,d bytes; is a quote not closed? If quotes are plain characters"
                    .formatted(MAX_RECORD_BYTES)
                + " here, add ;quote=none",
            null);
      }
      return true;
    }

    @Override
    public void close() {
      // The reader around it closes the input.
    }
  }
}
