package dev.storagebench.sql.suite;

import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.run.Cell;

/**
 * An engine with a row format, as the command line names it: {@code mysql}, {@code
 * mysql:compressed8}, {@code myrocks:zstd}.
 *
 * @param engine the engine's name
 * @param format how it stores rows; empty for its default
 */
public record Variant(String engine, String format) {

  /**
   * Reads a variant.
   *
   * @throws IllegalArgumentException if there is no such engine
   */
  public static Variant parse(String text) {
    int colon = text.indexOf(':');
    Variant variant =
        colon < 0
            ? new Variant(text, "")
            : new Variant(text.substring(0, colon), text.substring(colon + 1));
    Engines.named(variant.engine);
    return variant;
  }

  static Variant of(Cell cell) {
    String table = cell.parameters().getOrDefault("table", "");
    int colon = table.indexOf(':');
    return new Variant(cell.label(), colon < 0 ? "" : table.substring(colon + 1));
  }

  /** The layout of its tables. */
  String table() {
    return format.isEmpty() ? "article" : "article:" + format;
  }

  /** Whether it is InnoDB, as published. */
  boolean isInnodb() {
    return engine.equals("mysql") || engine.equals("mariadb");
  }

  @Override
  public String toString() {
    return format.isEmpty() ? engine : engine + ":" + format;
  }
}
