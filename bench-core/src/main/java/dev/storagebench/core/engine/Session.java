package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/**
 * One thread's access to a store.
 *
 * <p>All buffers are direct, belong to the caller and may be reused as soon as a call returns. A
 * key or value that is passed in lies between position and limit, which are unchanged after the
 * call.
 */
public interface Session extends AutoCloseable {

  /** Result of {@link #get} for a key that is not stored. */
  int MISSING = -1;

  /**
   * Copies the value of a key into the caller's buffer.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @param into direct; the value is written from index 0. After a hit, position is 0 and limit is
   *     the value's length; after a miss, both are undefined
   * @return the value's length in bytes, or {@link #MISSING}
   * @throws EngineException if the engine fails or the value does not fit into the capacity
   */
  int get(ByteBuffer key, ByteBuffer into);

  /**
   * Copies the values of several keys into the caller's buffers, by the engine's fastest call for
   * that; by default by one {@link #get} after another. Sees every write of any session that was
   * acknowledged before the call.
   *
   * @param keys direct; each 1 to 511 bytes from 0 to limit, unchanged after the call; some may be
   *     equal
   * @param into a buffer for each key, on the terms of {@link #get}; all of the same capacity
   * @param lengths receives for each key what {@link #get} would return
   * @throws EngineException if the engine fails or a value does not fit into the capacity
   */
  default void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
    for (int i = 0; i < keys.length; i++) {
      lengths[i] = get(keys[i], into[i]);
    }
  }

  /**
   * Stores a value under a key, or replaces the value, with the store's {@link Durability}.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @param value direct; between position and limit, possibly empty
   * @throws EngineException if the engine fails
   */
  void put(ByteBuffer key, ByteBuffer value);

  /**
   * Deletes a key, if it is stored, with the store's {@link Durability}.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @throws EngineException if the engine fails
   */
  void delete(ByteBuffer key);

  /**
   * Visits records in unsigned byte order of their keys: forward from the first key greater than or
   * equal to the given one, or backward from the last key less than or equal to it. Sees every
   * write of any session that was acknowledged before the scan began.
   *
   * @param from direct; 1 to 511 bytes between position and limit, both unchanged during the visits
   * @param direction ascending or descending
   * @param limit the maximum number of records, at least 1
   * @param visitor called for each record
   * @return the number of records visited
   * @throws UnsupportedSettingException if the engine is unordered, see {@link
   *     Capabilities#ordered}; the default does this
   * @throws EngineException if the engine fails
   */
  default int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    throw new UnsupportedSettingException("the engine's keys are unordered; it has no range scans");
  }

  /**
   * Opens an atomic batch of puts; at most one at a time. The caller closes it before the session.
   *
   * @throws UnsupportedSettingException if the engine has none, see {@link Capabilities#batches};
   *     the default does this
   */
  default Batch batch() {
    throw new UnsupportedSettingException("the engine has no atomic batches");
  }

  /** Receives the records of a {@link #scan}. */
  interface RecordVisitor {

    /**
     * Receives one record.
     *
     * @param key between position and limit; direct or on the heap; valid only during the call
     * @param value likewise
     */
    void record(ByteBuffer key, ByteBuffer value);
  }

  /** Releases what the session holds; by default nothing. */
  @Override
  default void close() {}
}
