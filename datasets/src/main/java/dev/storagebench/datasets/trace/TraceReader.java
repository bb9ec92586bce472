package dev.storagebench.datasets.trace;

import static dev.storagebench.datasets.trace.TraceOptions.COUNT;
import static dev.storagebench.datasets.trace.TraceOptions.KEY;
import static dev.storagebench.datasets.trace.TraceOptions.KEY_SIZE;
import static dev.storagebench.datasets.trace.TraceOptions.OPERATION;
import static dev.storagebench.datasets.trace.TraceOptions.SIZE;
import static dev.storagebench.datasets.trace.TraceOptions.TIME;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.LineReader;
import dev.storagebench.datasets.packed.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * The operations of a trace, read once, front to back, by one thread, in constant memory: records
 * of a key each, without values. A skipped operation has no key.
 */
final class TraceReader extends LineReader {
  private static final int MAX_LINE_BYTES = 64 << 10;
  static final int MAX_COLUMNS = 64;
  private static final long MAX_COUNT = 1_000_000_000;
  private static final String MISSES =
      "reads of size 0, which were misses (if the trace has sizes of writes only, add ;readSizes=no)";

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC);

  private final TraceLayout layout;
  private final OperationNames names;
  private final int keyColumn;
  private final boolean readsHaveSizes;

  private final int[] starts = new int[MAX_COLUMNS];
  private final int[] ends = new int[MAX_COLUMNS];
  private int columns;

  /** Separators in the key of the current line. */
  private int extra;

  private OperationNames.Named operation;
  private int size;
  private boolean missed;
  private long repeats;
  private long unitNanos;
  private long resolutionNanos;
  private long firstNanos;
  private long nanos;

  private TraceReader(InputStream in, String source, TraceOptions options, ReadOptions reading)
      throws IOException {
    super(in, source, MAX_LINE_BYTES, reading);
    byte[] head = InputSource.peek(in, MAX_LINE_BYTES);
    int start = ByteScan.afterByteOrderMark(head, 0, head.length);
    String text = new String(head, start, head.length - start, StandardCharsets.UTF_8);
    String first = text.lines().findFirst().orElse("");
    this.layout = TraceLayout.of(first, options, new Place(source, 1, 0));
    this.names = new OperationNames(options.ownNames());
    byte[] only = layout.operation().getBytes(StandardCharsets.UTF_8);
    this.operation = names.of(only, 0, only.length);
    this.keyColumn = layout.place(KEY);
    this.readsHaveSizes = layout.place(SIZE) >= 0 && options.readsHaveSizes();
    this.unitNanos = layout.unitNanos();
    if (layout.header()) {
      lines.next();
    }
  }

  /** Opens a trace, plain or compressed. */
  static TraceReader open(TraceOptions options, ReadOptions reading) throws IOException {
    InputSource source = InputSource.of(options.given().file());
    return CloseOnFailure.of(
        source.open(), in -> new TraceReader(in, source.name(), options, reading));
  }

  @Override
  protected boolean parse() throws IOException {
    do {
      if (!lines.next()) {
        return false;
      }
    } while (lines.textStart() == lines.textEnd());
    byte[] line = lines.array();
    int from = lines.textStart();
    int to = lines.textEnd();
    split(line, from, to);
    extra = layout.quotes() ? 0 : columns - layout.columns();
    if (extra < 0 || columns < layout.columns()) {
      throw badLine(
          "%d columns instead of %d in %s"
              .formatted(columns, layout.columns(), Excerpt.of(line, from, to)));
    }
    int name = column(OPERATION);
    if (name >= 0) {
      operation = names.of(line, starts[name], ends[name]);
    }
    repeats = number(COUNT, "count", MAX_COUNT, 1);
    if (timed()) {
      time(column(TIME));
    }
    if (operation.replayed() == null) {
      return true;
    }
    int sizeColumn = column(SIZE);
    boolean sized = sizeColumn >= 0 && starts[sizeColumn] < ends[sizeColumn];
    size = sized ? (int) number(SIZE, "value size", MAX_VALUE_BYTES, 0) : 0;
    missed = sized && size == 0 && readsHaveSizes && operation.replayed() == Operation.GET;
    if (missed) {
      counts().note(MISSES, repeats);
    }
    key(line, starts[keyColumn], ends[keyColumn + extra]);
    // Anonymous keys may be shorter than the original ones.
    long wanted = number(KEY_SIZE, "key size", Integer.MAX_VALUE, 0);
    while (key.length() < Math.min(wanted, MAX_KEY_BYTES)) {
      key.append((byte) '.');
    }
    return true;
  }

  /** The place of a column in the current line; -1 if the trace has none. */
  private int column(String role) {
    int column = layout.place(role);
    return column > keyColumn ? column + extra : column;
  }

  private long number(String role, String what, long max, long absent) throws BadInputException {
    int column = column(role);
    return column < 0 ? absent : number(starts[column], ends[column], what, max);
  }

  private void split(byte[] line, int from, int to) throws BadInputException {
    char separator = layout.separator();
    columns = 0;
    int at = from;
    while (true) {
      if (columns == MAX_COLUMNS) {
        throw badLine("more than %d columns".formatted(MAX_COLUMNS));
      }
      boolean quoted = layout.quotes() && at < to && line[at] == '"';
      int end = quoted ? at + 1 : at;
      while (end < to && (quoted ? !closes(line, end, to) : line[end] != separator)) {
        end += quoted && line[end] == '"' ? 2 : 1;
      }
      if (quoted && end >= to) {
        throw badLine("a quote is not closed in " + Excerpt.of(line, from, to));
      }
      starts[columns] = quoted ? at + 1 : at;
      ends[columns++] = end;
      at = quoted ? end + 1 : end;
      if (at >= to) {
        return;
      }
      at++;
    }
  }

  /** Whether a quote ends the column; two stand for one. */
  private static boolean closes(byte[] line, int at, int to) {
    return line[at] == '"' && (at + 1 >= to || line[at + 1] != '"');
  }

  private long number(int from, int to, String what, long max) throws BadInputException {
    byte[] line = lines.array();
    long number = 0;
    int at = from;
    for (; at < to && number <= max; at++) {
      int digit = line[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      number = number * 10 + digit;
    }
    if (at < to || number > max || from == to) {
      throw badLine(
          "invalid %s %s (expected 0 to %,d)".formatted(what, Excerpt.of(line, from, to), max));
    }
    return number;
  }

  /** Reads a time such as 1583990400 or 12.125. */
  private void time(int column) throws BadInputException {
    byte[] line = lines.array();
    int start = starts[column];
    int end = ends[column];
    if (end - start > 10 && line[start + 4] == '-') {
      isoTime(new String(line, start, end - start, StandardCharsets.ISO_8859_1));
      return;
    }
    int point = ByteScan.indexOf(line, start, end, (byte) '.');
    long whole = number(start, point, "time", Long.MAX_VALUE / 10 - 1);
    if (unitNanos == 0) {
      // Seconds since 1970 have ten digits.
      int digits = point - start;
      unitNanos = digits > 16 ? 1 : digits > 13 ? 1_000 : digits > 10 ? 1_000_000 : 1_000_000_000;
    }
    if (whole > Long.MAX_VALUE / 2 / unitNanos) {
      throw badLine(
          "time %s is out of range; is its unit right (unit=s, ms, us or ns)?"
              .formatted(Excerpt.of(line, start, end)));
    }
    long fraction = 0;
    long unit = unitNanos;
    for (int i = point + 1; i < end; i++) {
      unit /= 10;
      int digit = line[i] - '0';
      if (digit < 0 || digit > 9) {
        throw badLine("invalid time " + Excerpt.of(line, start, end));
      }
      fraction += digit * unit;
    }
    time(whole * unitNanos + fraction, Math.max(1, unit));
  }

  /** Reads a time such as 2020-03-01T12:00:00.5Z, with a space instead of the T, or no zone. */
  private void isoTime(String text) throws BadInputException {
    try {
      Instant instant = ISO.parse(text.replace(' ', 'T'), Instant::from);
      String fraction = text.replaceFirst("^[^.]*\\.?(\\d*).*", "$1");
      long step = Duration.ofSeconds(1).toNanos() / (long) Math.pow(10, fraction.length());
      time(ChronoUnit.NANOS.between(Instant.EPOCH, instant), step);
    } catch (DateTimeException | ArithmeticException e) {
      throw badLine("invalid time '%s'".formatted(text));
    }
  }

  private void time(long absoluteNanos, long step) {
    if (resolutionNanos == 0) {
      firstNanos = absoluteNanos;
      resolutionNanos = step;
    }
    // Traces of several threads are not always in order.
    nanos = Math.max(nanos, absoluteNanos - firstNanos);
  }

  private void key(byte[] line, int from, int to) throws BadInputException {
    int at = from;
    while (at < to) {
      int quote = layout.quotes() ? ByteScan.indexOf(line, at, to, (byte) '"') : to;
      int end = Math.min(quote + 1, to);
      key.append(line, at, end);
      // Two stand for one.
      at = end < to && line[end] == '"' ? end + 1 : end;
    }
    if (key.length() == 0 || key.overflowed()) {
      throw badLine(
          "invalid key %s (expected 1 to %d bytes)"
              .formatted(Excerpt.of(line, from, to), MAX_KEY_BYTES));
    }
  }

  /** The operation; one without a counterpart is skipped. */
  OperationNames.Named operation() {
    return operation;
  }

  /** The recorded size of the value; 0 where none was recorded. */
  int size() {
    return size;
  }

  /** Whether the operation is a read that found nothing when it was recorded. */
  boolean missed() {
    return missed;
  }

  /** How many times in a row the operation was recorded. */
  long repeats() {
    return repeats;
  }

  /** Whether there are times. */
  boolean timed() {
    return layout.place(TIME) >= 0;
  }

  /** The recorded time after the first operation; never before the last one. */
  long nanos() {
    return nanos;
  }

  /** The step of recorded times: operations of equal times happened at some time within it. */
  long resolutionNanos() {
    return resolutionNanos;
  }
}
