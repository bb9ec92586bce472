package dev.storagebench.sql.workload;

/** What a client has done since it began. */
public final class Counts {
  /** Statements, BEGIN and COMMIT among them. */
  public long queries;

  /** Rows that were read, and rows that were changed. */
  public long rows;

  /** Bytes of the columns that were read. */
  public long bytes;

  /** Answers that were looked at in full. */
  public long verified;

  /** Transactions that were begun again because of a deadlock. */
  public long deadlocks;

  /** Transactions that were begun again because a lock was not to be had in time. */
  public long lockTimeouts;

  /** Connections that were lost and made anew. */
  public long reconnects;

  /** For a client that has done nothing. */
  public Counts() {}

  /** Begins anew. */
  public void clear() {
    queries = 0;
    rows = 0;
    bytes = 0;
    verified = 0;
    deadlocks = 0;
    lockTimeouts = 0;
    reconnects = 0;
  }
}
