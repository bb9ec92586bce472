package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;

/** A thread's last writes, which are read back at the end. */
final class LastWrites {
  /** How many; a power of two. */
  static final int KEPT = 64;

  private final int[] records = new int[KEPT];
  private final long[] checks = new long[KEPT];
  private final boolean[] deleted = new boolean[KEPT];
  private long writes;

  /** Remembers a value that was written to a record. */
  void wrote(int record, ByteBuffer sealed) {
    int slot = slot(writes++);
    records[slot] = record;
    checks[slot] = ValueChecksum.storedHash(sealed);
    deleted[slot] = false;
  }

  /** Remembers that a record was deleted, which no other thread writes to. */
  void deleted(int record) {
    int slot = slot(writes++);
    records[slot] = record;
    deleted[slot] = true;
  }

  boolean isEmpty() {
    return writes == 0;
  }

  private static int slot(long write) {
    return (int) write & (KEPT - 1);
  }

  /**
   * Reads them back.
   *
   * @param keys of records, each valid until the next one
   * @param alone whether no other thread writes to these records
   * @return whether one of them is still what is stored, as the last write of all threads is
   * @throws WrongAnswerException if one of them is missing or torn or, if the thread is alone, is
   *     not what was written last; with several threads another one may have written since
   */
  boolean verify(Session session, IntFunction<ByteBuffer> keys, ByteBuffer into, boolean alone) {
    boolean stored = false;
    Set<Integer> seen = new HashSet<>();
    for (long write = writes - 1; write >= Math.max(0, writes - KEPT); write--) {
      int slot = slot(write);
      // A later write to the same record has replaced it.
      if (seen.add(records[slot]) || !alone) {
        ByteBuffer key = keys.apply(records[slot]);
        stored |= verify(slot, key, into, session.get(key, into), alone);
      }
    }
    return stored;
  }

  private boolean verify(int slot, ByteBuffer key, ByteBuffer into, int length, boolean alone) {
    ValueChecksum.require(!deleted[slot], key, into, length);
    boolean own = deleted[slot] || into.getLong(length - ValueChecksum.BYTES) == checks[slot];
    if (alone && !own) {
      throw new WrongAnswerException(
          "key %s does not have the value that was acknowledged last", key);
    }
    return own;
  }
}
