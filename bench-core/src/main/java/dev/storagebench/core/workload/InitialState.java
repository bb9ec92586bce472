package dev.storagebench.core.workload;

/** The store that a benchmark starts with. */
public enum InitialState {
  /** The prepared store itself, only read. */
  PREPARED,
  /** A copy of the prepared store, to be written to. */
  COPY,
  /** A copy of the prepared store, which the benchmark opens itself. */
  CLOSED,
  /** An empty store. */
  EMPTY;

  /** Whether the benchmark writes to it, so that its durability matters. */
  public boolean isWritten() {
    return this != PREPARED;
  }
}
