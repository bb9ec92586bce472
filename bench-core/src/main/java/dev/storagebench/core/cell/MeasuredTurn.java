package dev.storagebench.core.cell;

import java.util.List;

/**
 * A turn of a fork, in which its rivals stood still.
 *
 * @param start seconds since the first turn began
 * @param nanos that count, from the start of the first operation to the end of the last one: the
 *     mean of all threads
 * @param operations completed by all threads in that time
 * @param wholeNanos from its beginning until all threads stood still
 * @param allOperations completed in that time: those of its beginning and end, which do not count,
 *     as well
 */
public record MeasuredTurn(
    double start, long nanos, long operations, long wholeNanos, long allOperations) {
  private static final double NANOS = 1e9;

  /** How long some turns took, what does not count included, in seconds. */
  public static double seconds(List<MeasuredTurn> turns) {
    return turns.stream().mapToLong(MeasuredTurn::wholeNanos).sum() / NANOS;
  }

  /** The operations of some turns, those included that do not count. */
  public static long allOperations(List<MeasuredTurn> turns) {
    return turns.stream().mapToLong(MeasuredTurn::allOperations).sum();
  }

  /** Operations a second over some turns: all operations by all time; NaN of none. */
  public static double rate(List<MeasuredTurn> turns) {
    return turns.stream().mapToLong(MeasuredTurn::operations).sum()
        * NANOS
        / turns.stream().mapToLong(MeasuredTurn::nanos).sum();
  }
}
