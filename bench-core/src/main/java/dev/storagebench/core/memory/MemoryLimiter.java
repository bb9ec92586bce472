package dev.storagebench.core.memory;

import java.io.IOException;
import java.util.Optional;

/**
 * A way to run a process, and all that it starts, in memory of a chosen size, page cache included.
 */
public interface MemoryLimiter {

  /** The name in results, for example {@code cgroup-v1}. */
  String name();

  /**
   * Why it does not work here, and how to make it work; empty if it does. It is tried, not guessed:
   * a group is made, limited and removed.
   */
  Optional<String> missing();

  /**
   * Makes an empty group. The caller closes it when the process has ended.
   *
   * @param bytes the limit; {@link MemoryGroup#limit} may change it later
   */
  MemoryGroup create(long bytes) throws IOException;

  /** Ends what is left in the groups of runs that have died, and removes those. */
  void sweep() throws IOException;
}
