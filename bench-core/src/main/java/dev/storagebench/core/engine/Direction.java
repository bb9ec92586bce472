package dev.storagebench.core.engine;

/** The direction of a scan through the keys in unsigned byte order. */
public enum Direction {
  /** Ascending, from the first key greater than or equal to the start key. */
  FORWARD,
  /** Descending, from the last key less than or equal to the start key. */
  BACKWARD
}
