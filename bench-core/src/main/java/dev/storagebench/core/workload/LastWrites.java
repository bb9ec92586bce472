package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/** A thread's last writes, which are read back at the end. */
final class LastWrites {
  /** How many; a power of two. */
  static final int KEPT = 64;

  private final int[] records = new int[KEPT];
  private final long[] checks = new long[KEPT];
  private final boolean[] deleted = new boolean[KEPT];
  private int writes;

  /** Remembers a value that was written to a record. */
  void wrote(int record, ByteBuffer sealed) {
    int slot = writes++ & (KEPT - 1);
    records[slot] = record;
    checks[slot] = ValueChecksum.storedHash(sealed);
    deleted[slot] = false;
  }

  /** Remembers that a record was deleted, which no other thread writes to. */
  void deleted(int record) {
    int slot = writes++ & (KEPT - 1);
    records[slot] = record;
    deleted[slot] = true;
  }

  /**
   * Reads them back.
   *
   * @param keys of records, each valid until the next one
   * @param alone whether no other thread writes to these records
   * @throws WrongAnswerException if one of them is missing or torn or, if the thread is alone, is
   *     not what was written last; with several threads another one may have written since
   */
  void verify(Session session, IntFunction<ByteBuffer> keys, ByteBuffer into, boolean alone) {
    int oldest = Math.max(0, writes - KEPT);
    for (int write = writes - 1; write >= oldest; write--) {
      if (!alone || isLatest(write, oldest)) {
        int slot = write & (KEPT - 1);
        ByteBuffer key = keys.apply(records[slot]);
        verify(slot, key, into, session.get(key, into), alone);
      }
    }
  }

  private void verify(int slot, ByteBuffer key, ByteBuffer into, int length, boolean alone) {
    ValueChecksum.require(!deleted[slot], key, into, length);
    if (alone && !deleted[slot] && into.getLong(length - ValueChecksum.BYTES) != checks[slot]) {
      throw WrongAnswerException.lost(key);
    }
  }

  /** Whether no later one of the last writes was to the same record. */
  private boolean isLatest(int write, int oldest) {
    int record = records[write & (KEPT - 1)];
    for (int later = writes - 1; later > write && later >= oldest; later--) {
      if (records[later & (KEPT - 1)] == record) {
        return false;
      }
    }
    return true;
  }
}
