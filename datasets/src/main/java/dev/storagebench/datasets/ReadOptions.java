package dev.storagebench.datasets;

/**
 * How a reader treats what it meets.
 *
 * @param skipBad true to count a record that cannot be parsed and go on with the next, false to
 *     stop at it with a {@link BadInputException}
 */
public record ReadOptions(boolean skipBad) {

  /** Stops at the first bad record. */
  public static final ReadOptions STRICT = new ReadOptions(false);

  /** Counts bad records and goes on. */
  public static final ReadOptions LENIENT = new ReadOptions(true);
}
