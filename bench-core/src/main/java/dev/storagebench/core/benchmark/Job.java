package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.OperationCounts;

/** What one thread of a benchmark does over and over, for warming up. */
interface Job extends AutoCloseable {

  /** Carries out one operation. */
  void operate(OperationCounts counts);

  /** Gives the thread's session back. */
  @Override
  void close();
}
