package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;

/** Decides the key under which a record is packed, given all records before it. */
sealed interface KeyPolicy permits LastWins, OrdinalKeys {

  /**
   * The key to write.
   *
   * @param key as it was read; left unchanged
   * @param record the record's number in the input, from 0
   * @return the same buffer, or one that is valid until the next call
   */
  ByteBuffer keyFor(ByteBuffer key, long record);

  /** How many records so far had a key that had been seen before. */
  long duplicates();
}
