package dev.storagebench.sql.table;

import dev.storagebench.core.engine.EnumNames;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * How the records of a data set are laid out in tables, as the command line names it: {@code
 * SHAPE[xTABLES][:index-first]}, for example {@code article}, {@code sbtestx8}. How rows are stored
 * is the candidate's: {@code mysql{format=compressed8}}.
 *
 * @param shape the columns
 * @param tables over how many tables the records are spread, each a contiguous part
 * @param indexFirst whether the secondary index is there before the rows are; by default it is
 *     built afterwards, which takes less time and less room
 */
public record Layout(Shape shape, int tables, boolean indexFirst) {
  private static final Pattern PATTERN =
      Pattern.compile("([a-z]+?)(?:x(\\d{1,4}))?(:index-first)?");
  private static final int MAX_TABLES = 1024;

  /**
   * Reads a layout.
   *
   * @throws IllegalArgumentException if it is none; the message lists the valid shapes
   */
  public static Layout parse(String text) {
    Matcher layout = PATTERN.matcher(text.toLowerCase(Locale.ROOT));
    if (!layout.matches()) {
      throw new IllegalArgumentException(
          "invalid table '%s': expected SHAPE[xTABLES][:index-first], SHAPE being one of %s; how rows are stored is an option of the engine, for example 'mysql{format=compressed8}'"
              .formatted(text, EnumNames.list(List.of(Shape.values()))));
    }
    int tables = layout.group(2) == null ? 1 : Integer.parseInt(layout.group(2));
    if (tables < 1 || tables > MAX_TABLES) {
      throw new IllegalArgumentException(
          "table '%s': there may be 1 to %d tables".formatted(text, MAX_TABLES));
    }
    return new Layout(Shape.parse(layout.group(1)), tables, layout.group(3) != null);
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

  /** Whether the index is still to be made once the rows are there. */
  public boolean indexesLater() {
    return shape.indexed() && !indexFirst;
  }

  @Override
  public String toString() {
    return shape.name().toLowerCase(Locale.ROOT)
        + (tables == 1 ? "" : "x" + tables)
        + (indexFirst ? ":index-first" : "");
  }
}
