package dev.storagebench.sql.workload;

/** Counters of a client since it began. */
public final class Counts {
  /** Statements, BEGIN and COMMIT among them. */
  public long queries;

  /** Rows that were read, and rows that were changed. */
  public long rows;

  /** Answers that were verified in full. */
  public long verified;

  /** Transactions that were repeated after a deadlock. */
  public long deadlocks;

  /** Transactions that were repeated after a lock-wait timeout. */
  public long lockTimeouts;

  /** Connections that were lost and replaced. */
  public long reconnects;

  /** Starts again from 0. */
  public void clear() {
    queries = 0;
    rows = 0;
    verified = 0;
    deadlocks = 0;
    lockTimeouts = 0;
    reconnects = 0;
  }
}
