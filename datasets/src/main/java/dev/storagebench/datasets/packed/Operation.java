package dev.storagebench.datasets.packed;

/** The kinds of operations of a packed trace, in the order of their codes in files, from 0. */
public enum Operation {
  /** Reads a value, if there is one. */
  GET,
  /** Stores a value. */
  PUT,
  /** Reads a value, if there is one, and stores another. */
  UPDATE,
  /** Deletes a value, if there is one. */
  DELETE
}
