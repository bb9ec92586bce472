package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.FileArgument;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which columns hold the key and the value.
 *
 * @param key the key's column, from 0
 * @param value the value's column, from 0, or {@link #ALL_OTHERS}
 */
record CsvColumns(int count, boolean header, int key, int value) {
  /** The value is all columns but the key. */
  static final int ALL_OTHERS = -2;

  private static final int UNKNOWN = -1;

  /**
   * Finds the columns by the names or numbers given, or else those named key and value, or else the
   * only two.
   *
   * @param first the first record: the header, if there is one
   */
  static CsvColumns of(List<String> first, FileArgument options, Place place)
      throws BadInputException {
    Optional<String> keyGiven = options.get("key");
    Optional<String> valueGiven = options.get("value");
    boolean byName =
        keyGiven.filter(CsvColumns::isName).isPresent()
            || valueGiven.filter(CsvColumns::isName).isPresent()
            || (options.options().isEmpty() && first.contains("key") && first.contains("value"));
    String headerGiven = options.get("header").orElse(byName ? "yes" : "no");
    if (!Set.of("yes", "no").contains(headerGiven)) {
      throw new IllegalArgumentException(
          "invalid header '%s': expected yes or no".formatted(headerGiven));
    }
    boolean header = headerGiven.equals("yes");
    if (byName && !header) {
      throw new IllegalArgumentException(
          "with header=no, columns have numbers from 1, not names: ;key=1;value=2");
    }
    int key = column(keyGiven, first, header ? "key" : "", place);
    int value = column(valueGiven, first, header ? "value" : "", place);
    if (first.size() == 2) {
      key = key != UNKNOWN ? key : value >= 0 ? 1 - value : 0;
      value = value != UNKNOWN ? value : 1 - key;
    }
    if (key < 0 || value == UNKNOWN || key == value) {
      throw new BadInputException(
          place,
          "which of these %,d columns are key and value? %s; name them, 'kv:%s;key=NAME;value=NAME', or number them from 1 if the first line is no header; value=* is all others"
              .formatted(first.size(), Excerpt.ofNames(first), place.source()));
    }
    return new CsvColumns(first.size(), header, key, value);
  }

  private static boolean isName(String given) {
    return !given.equals("*") && !given.matches("\\d{1,6}");
  }

  private static int column(Optional<String> given, List<String> first, String usual, Place place)
      throws BadInputException {
    if (given.isEmpty()) {
      return first.indexOf(usual);
    }
    if (given.get().equals("*")) {
      return ALL_OTHERS;
    }
    int column =
        isName(given.get()) ? first.indexOf(given.get()) : Integer.parseInt(given.get()) - 1;
    if (column < 0 || column >= first.size()) {
      throw new BadInputException(
          place,
          "no column '%s'; the %,d columns are %s"
              .formatted(given.get(), first.size(), Excerpt.ofNames(first)));
    }
    return column;
  }

  /** For people. */
  String describe(List<String> first) {
    return "key %s, value %s%s"
        .formatted(
            described(key, first),
            value == ALL_OTHERS ? "all other columns" : described(value, first),
            header ? "" : ", no header");
  }

  private String described(int column, List<String> first) {
    String name = header ? " " + Excerpt.ofNames(List.of(first.get(column))) : "";
    return "column " + (column + 1) + name;
  }
}
