package dev.storagebench.core.workload;

/** What a benchmark finds when it begins. */
public enum InitialState {
  /** The prepared store itself, to be read. */
  PREPARED,
  /** A copy of the prepared store, to be written to. */
  COPY,
  /** An empty store. */
  EMPTY
}
