package dev.storagebench.core.workload;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Counters of one thread in one iteration; JMH sets the fields to 0 before each and adds them up
 * over threads and iterations.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class OperationCounts {
  /** Reads that found a value. */
  public long hits;

  /** Reads that found none. */
  public long misses;

  /** Bytes of the values found. */
  public long bytesRead;

  /** Reads whose value was checked in full. */
  public long verified;

  /** Records that scans visited. */
  public long records;

  /** Writes. */
  public long writes;

  /** Bytes of the values written. */
  public long bytesWritten;

  /** Deletions. */
  public long deletes;
}
