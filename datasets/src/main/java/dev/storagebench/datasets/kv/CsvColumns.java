package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.FileArgument;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which columns hold the key and the value.
 *
 * @param key the key's column, from 0
 * @param value the value's column, from 0, or {@link #ALL_OTHERS}
 * @param guess what was taken for granted of the first line, with the option that corrects it
 */
record CsvColumns(int count, boolean header, int key, int value, String guess) {
  /** The value is all columns but the key. */
  static final int ALL_OTHERS = -2;

  private static final int UNKNOWN = -1;
  private static final Optional<String> ZERO = Optional.of("0");

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
    Optional<Boolean> headerGiven = options.flag("header");
    boolean counted =
        first.equals(IntStream.range(0, first.size()).mapToObj(String::valueOf).toList())
            && (first.size() > 2 || keyGiven.equals(ZERO) || valueGiven.equals(ZERO))
            && (keyGiven.filter(first::contains).isPresent()
                || valueGiven.filter(first::contains).isPresent())
            && headerGiven.orElse(true);
    boolean byName =
        counted
            || keyGiven.filter(CsvColumns::isName).isPresent()
            || valueGiven.filter(CsvColumns::isName).isPresent()
            || (options.options().isEmpty() && first.contains("key") && first.contains("value"));
    boolean header = headerGiven.orElse(byName);
    if (byName && !header) {
      throw new IllegalArgumentException(
          "with header=no, columns have numbers from 1, not names: ;key=1;value=2");
    }
    int key = column(keyGiven, first, header ? "key" : "", counted, place);
    int value = column(valueGiven, first, header ? "value" : "", counted, place);
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
    String guess =
        headerGiven.isPresent() || !(counted || (!header && couldBeHeader(first)))
            ? ""
            : "first line %s is taken for %s"
                .formatted(
                    Excerpt.ofNames(first),
                    header
                        ? "the names of the columns; if it is a record, add ;header=no"
                        : "a record; if it names the columns, add ;header=yes");
    return new CsvColumns(first.size(), header, key, value, guess);
  }

  private static boolean couldBeHeader(List<String> first) {
    return Set.copyOf(first).size() == first.size()
        && first.stream().allMatch(name -> name.matches("[\\p{L}_][\\w .:/-]{0,63}"));
  }

  private static boolean isName(String given) {
    return !given.matches("\\*|[1-9]\\d{0,5}");
  }

  private static int column(
      Optional<String> given, List<String> first, String usual, boolean counted, Place place)
      throws BadInputException {
    if (given.isEmpty()) {
      return first.indexOf(usual);
    }
    if (given.get().equals("*")) {
      return ALL_OTHERS;
    }
    int column =
        counted || isName(given.get())
            ? first.indexOf(given.get())
            : Integer.parseInt(given.get()) - 1;
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
