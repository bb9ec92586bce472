package dev.storagebench.sql.table;

import dev.storagebench.core.engine.EnumNames;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The tables that hold the records of a data set, on the command line {@code SHAPE[xTABLES]}, for
 * example {@code article}, {@code sbtestx8}. How rows are stored is the candidate's: {@code
 * mysql{format=compressed8}}.
 *
 * @param tables the number of tables; each holds a contiguous part of the records
 */
public record Layout(Shape shape, int tables) {
  private static final Pattern PATTERN = Pattern.compile("([a-z]+?)(?:x(\\d{1,4}))?");
  private static final int MAX_TABLES = 1024;

  /**
   * Reads a layout.
   *
   * @throws IllegalArgumentException if it is invalid; the message lists the valid shapes
   */
  public static Layout parse(String text) {
    Matcher layout = PATTERN.matcher(text.toLowerCase(Locale.ROOT));
    if (!layout.matches()) {
      throw new IllegalArgumentException(
          "invalid table '%s' (expected SHAPE[xTABLES], SHAPE one of %s); the row format is an option of the engine, for example 'mysql{format=compressed8}'"
              .formatted(text, EnumNames.list(List.of(Shape.values()))));
    }
    int tables = layout.group(2) == null ? 1 : Integer.parseInt(layout.group(2));
    if (tables < 1 || tables > MAX_TABLES) {
      throw new IllegalArgumentException(
          "invalid table '%s' (expected 1 to %d tables)".formatted(text, MAX_TABLES));
    }
    Shape shape = EnumNames.parse(Shape.class, "shape of tables", layout.group(1));
    return new Layout(shape, tables);
  }

  /** The tables' names, which begin with a prefix. */
  public List<String> names(String base) {
    return IntStream.rangeClosed(1, tables).mapToObj(i -> base + i).toList();
  }

  /** The records of each table; the last one may have fewer. */
  public long rowsPerTable(long records) {
    return (records + tables - 1) / tables;
  }

  /** The rows of one table, from 0. */
  public long rowsIn(int table, long records) {
    long each = rowsPerTable(records);
    return Math.max(0, Math.min(each, records - table * each));
  }

  /**
   * The largest {@code k} that a row is loaded with: sysbench draws it from the numbers of the
   * rows, elsewhere it is any positive number.
   */
  public int maxK(long records) {
    return shape == Shape.SBTEST
        ? (int) Math.min(Integer.MAX_VALUE, rowsPerTable(records))
        : Integer.MAX_VALUE;
  }
}
