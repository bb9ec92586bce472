package dev.storagebench.sql.table;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the records of a data set are laid out in tables, as the command line names it: {@code
 * SHAPE[xTABLES][:FORMAT][:index-first]}, for example {@code article}, {@code sbtestx8}, {@code
 * article:compressed8}.
 *
 * @param shape the columns
 * @param tables over how many tables the records are spread, each a contiguous part
 * @param format how rows are stored, see {@link RowFormat}; empty for the engine's default
 * @param indexFirst whether the secondary index is there before the rows are; by default it is
 *     built afterwards, which takes less time and less room
 */
public record Layout(Shape shape, int tables, String format, boolean indexFirst) {
  private static final Pattern PATTERN = Pattern.compile("([a-z]+?)(?:x(\\d+))?");
  private static final String INDEX_FIRST = "index-first";
  private static final int MOST_TABLES = 1024;

  /**
   * Reads a layout.
   *
   * @throws IllegalArgumentException if it is none; the message lists the valid shapes
   */
  public static Layout parse(String text) {
    List<String> words = Arrays.asList(text.toLowerCase(Locale.ROOT).split(":", -1));
    Matcher first = PATTERN.matcher(words.get(0));
    List<String> rest =
        words.subList(1, words.size()).stream().filter(word -> !word.equals(INDEX_FIRST)).toList();
    if (!first.matches() || rest.size() > 1) {
      throw new IllegalArgumentException(
          "table '%s' is no layout; expected SHAPE[xTABLES][:FORMAT][:%s]"
              .formatted(text, INDEX_FIRST));
    }
    int tables = first.group(2) == null ? 1 : Integer.parseInt(first.group(2));
    if (tables < 1 || tables > MOST_TABLES) {
      throw new IllegalArgumentException(
          "table '%s': there may be 1 to %d tables".formatted(text, MOST_TABLES));
    }
    return new Layout(
        shape(first.group(1)),
        tables,
        rest.isEmpty() ? "" : rest.get(0),
        words.contains(INDEX_FIRST));
  }

  private static Shape shape(String name) {
    for (Shape shape : Shape.values()) {
      if (shape.name().equalsIgnoreCase(name)) {
        return shape;
      }
    }
    throw new IllegalArgumentException(
        "no table shape '%s'; there are %s"
            .formatted(
                name,
                Arrays.stream(Shape.values())
                    .map(shape -> shape.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "))));
  }

  /** The tables' names, which begin with a given word. */
  public List<String> names(String base) {
    return IntStream.rangeClosed(1, tables).mapToObj(i -> base + i).toList();
  }

  /** How many records each table has, the last one perhaps fewer. */
  public long rowsPerTable(long records) {
    return (records + tables - 1) / tables;
  }

  /** The rows of one table, from 0. */
  public long rowsIn(int table, long records) {
    long each = rowsPerTable(records);
    return Math.max(0, Math.min(each, records - table * each));
  }

  /**
   * The statement that makes a table.
   *
   * @param options what chooses engine and format
   */
  public String create(String name, String options) {
    String index = shape.indexed() && indexFirst ? ", KEY k_1 (k)" : "";
    return "CREATE TABLE IF NOT EXISTS %s (%s%s) %s %s"
        .formatted(name, shape.definition(), index, options, shape.options())
        .strip();
  }

  /** Whether the index is still to be made once the rows are there. */
  public boolean indexesLater() {
    return shape.indexed() && !indexFirst;
  }

  @Override
  public String toString() {
    return shape.name().toLowerCase(Locale.ROOT)
        + (tables == 1 ? "" : "x" + tables)
        + (format.isEmpty() ? "" : ":" + format)
        + (indexFirst ? ":" + INDEX_FIRST : "");
  }
}
