package dev.storagebench.core.cell;

import java.util.List;

/**
 * A turn of a fork, in which its rivals stood still.
 *
 * @param start seconds since the first turn began
 * @param nanos that count, from the start of the first operation to the end of the last one: the
 *     mean of all threads
 * @param operations completed by all threads in that time
 * @param leadNanos of the beginning of the turn, which does not count
 * @param leadOperations completed in that time
 */
public record MeasuredTurn(
    double start, long nanos, long operations, long leadNanos, long leadOperations) {
  private static final double NANOS = 1e9;

  /** Its whole length in seconds. */
  public double seconds() {
    return (leadNanos + nanos) / NANOS;
  }

  /** Operations a second over some turns: all operations by all time; NaN of none. */
  public static double rate(List<MeasuredTurn> turns) {
    return turns.stream().mapToLong(MeasuredTurn::operations).sum()
        * NANOS
        / turns.stream().mapToLong(MeasuredTurn::nanos).sum();
  }
}
