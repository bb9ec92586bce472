package dev.storagebench.datasets.trace;

import static dev.storagebench.datasets.trace.TraceOptions.COUNT;
import static dev.storagebench.datasets.trace.TraceOptions.FORMAT;
import static dev.storagebench.datasets.trace.TraceOptions.KEY;
import static dev.storagebench.datasets.trace.TraceOptions.KEY_SIZE;
import static dev.storagebench.datasets.trace.TraceOptions.OPERATION;
import static dev.storagebench.datasets.trace.TraceOptions.SIZE;
import static dev.storagebench.datasets.trace.TraceOptions.TIME;
import static dev.storagebench.datasets.trace.TraceOptions.UNIT;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a trace's lines.
 *
 * @param quotes whether columns may stand in double quotes
 * @param header whether the first line names the columns
 * @param columns how many a line has; more belong to a key that contains the separator
 * @param places the index of each column, by the option that names it
 * @param unitNanos the unit of times; 0 to see it from the first one
 * @param operation name of all operations of a trace without a column for them; empty with one
 */
record TraceLayout(
    char separator,
    boolean quotes,
    boolean header,
    int columns,
    Map<String, Integer> places,
    long unitNanos,
    String operation) {
  private static final String TWITTER = "twitter";
  private static final String CSV = "csv";
  private static final long SECOND = 1_000_000_000;
  private static final Map<String, Long> UNITS =
      Map.of("s", SECOND, "ms", 1_000_000L, "us", 1_000L, "ns", 1L);

  // The last five columns and the first: a key may contain commas.
  private static final Pattern TWITTER_LINE =
      Pattern.compile("\\d+,.*,\\d+,\\d+,[^,]*,([a-zA-Z]+),\\d+");

  private static final Map<String, Integer> TWITTER_PLACES =
      Map.of(TIME, 0, KEY, 1, SIZE, 3, OPERATION, 5);

  /** The usual names of columns, without spaces and underscores. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          KEY, List.of("key", "anonymizedkey"),
          OPERATION, List.of("op", "operation", "command", "cmd", "type"),
          SIZE, List.of("valuesize", "valsize", "size", "valuebytes", "bytes"),
          TIME, List.of("timestamp", "time", "ts", "optime"),
          KEY_SIZE, List.of("keysize"),
          COUNT, List.of("opcount"));

  /**
   * The layout of a trace.
   *
   * @throws BadInputException if a needed column is missing
   * @throws IllegalArgumentException if an option has no valid value
   */
  static TraceLayout of(String line, TraceOptions options, Place place) throws BadInputException {
    String unit = options.get(UNIT);
    if (unit != null && !UNITS.containsKey(unit)) {
      throw new IllegalArgumentException(
          "invalid unit '%s' of a trace (expected s, ms, us or ns)".formatted(unit));
    }
    long nanos = unit == null ? 0 : UNITS.get(unit);
    String format =
        Objects.requireNonNullElseGet(
            options.get(FORMAT), () -> options.nameColumns() ? CSV : detected(line));
    return switch (format) {
      case TWITTER ->
          new TraceLayout(',', false, false, 7, TWITTER_PLACES, nanos == 0 ? SECOND : nanos, "");
      case CSV -> named(line, options, place, nanos);
      default ->
          throw new IllegalArgumentException(
              "invalid format '%s' of a trace (expected %s or %s)".formatted(format, TWITTER, CSV));
    };
  }

  private static String detected(String line) {
    Matcher twitter = TWITTER_LINE.matcher(line);
    return twitter.matches() && OperationNames.isKnown(twitter.group(1), Map.of()) ? TWITTER : CSV;
  }

  private static TraceLayout named(String line, TraceOptions options, Place place, long nanos)
      throws BadInputException {
    char separator = options.separator().orElseGet(() -> separator(line));
    String[] parts = line.split(Pattern.quote("" + separator), TraceReader.MAX_COLUMNS + 1);
    List<String> columns =
        Stream.of(parts).map(part -> part.strip().replaceAll("^#\\s*|^\"|\"$", "")).toList();
    if (columns.size() > TraceReader.MAX_COLUMNS) {
      throw new BadInputException(place, "more than %d columns".formatted(TraceReader.MAX_COLUMNS));
    }
    List<String> names = columns.stream().map(TraceLayout::normal).toList();
    String operation = constant(options, names);
    boolean keysAlone =
        columns.size() == 1 && !operation.isEmpty() && !NAMES.get(KEY).contains(names.get(0));
    String key = options.get(KEY) == null && keysAlone ? "1" : options.get(KEY);
    boolean header = !isNumber(key) || (operation.isEmpty() && !isNumber(options.get(OPERATION)));
    Map<String, Integer> places = new HashMap<>();
    for (String role : NAMES.keySet()) {
      if (operation.isEmpty() || !role.equals(OPERATION)) {
        String given = role.equals(KEY) ? key : options.get(role);
        places.put(role, column(role, given, columns, header, place));
      }
    }
    return new TraceLayout(
        separator, true, header, columns.size(), Map.copyOf(places), nanos, operation);
  }

  /** The operation that the option names instead of a column; empty if it names none. */
  private static String constant(TraceOptions options, List<String> names) {
    String given = options.get(OPERATION);
    return given != null
            && !isNumber(given)
            && !names.contains(normal(given))
            && OperationNames.isKnown(given, options.ownNames())
        ? given
        : "";
  }

  private static char separator(String line) {
    return Stream.of(',', '\t', ';', '|')
        .max(Comparator.comparing(each -> StringUtils.countMatches(line, each)))
        .orElseThrow();
  }

  private static boolean isNumber(String text) {
    return text != null && text.matches("\\d{1,3}");
  }

  /** The index of a column; -1 if there is none and none is needed. */
  private static int column(
      String role, @Nullable String given, List<String> columns, boolean header, Place place)
      throws BadInputException {
    int column = -1;
    if (isNumber(given)) {
      column = Integer.parseInt(given) - 1;
    } else if (header) {
      List<String> names = columns.stream().map(TraceLayout::normal).toList();
      List<String> wanted = given == null ? NAMES.get(role) : List.of(normal(given));
      column =
          wanted.stream().mapToInt(names::indexOf).filter(at -> at >= 0).findFirst().orElse(-1);
    }
    if (column >= 0 && column < columns.size()) {
      return column;
    }
    if (given == null && !role.equals(KEY) && !role.equals(OPERATION)) {
      return -1;
    }
    throw new BadInputException(
        place,
        "no column %s; the first line has %s; name the columns by name or number: trace:FILE;%s=NAME;%s=NAME;%s=NAME;%s=NAME; a trace of one operation: op=get"
            .formatted(
                given == null ? "for the " + role : "'" + given + "'",
                columns.stream().map(Excerpt::printable).toList(),
                TIME,
                KEY,
                OPERATION,
                SIZE));
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
  }

  /** The index of a column; -1 if the trace has none. */
  int place(String role) {
    return places.getOrDefault(role, -1);
  }
}
