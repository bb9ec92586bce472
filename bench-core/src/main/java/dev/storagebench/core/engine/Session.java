package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/**
 * One thread's access to a store.
 *
 * <p>All buffers are direct, belong to the caller and may be reused as soon as the call returns. A
 * key or value to be read stands between position and limit, which are the same after the call.
 */
public interface Session extends AutoCloseable {

  /** What {@link #get} returns for a key that is not stored. */
  int MISSING = -1;

  /**
   * Copies the value of a key into the caller's buffer.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @param into direct; the value is written from index 0 on. After a hit, position is 0 and limit
   *     the value's length; after a miss, both are undefined
   * @return the value's length in bytes, or {@link #MISSING}
   * @throws EngineException if the engine fails or the value does not fit into the capacity
   */
  int get(ByteBuffer key, ByteBuffer into);

  /**
   * Stores a value under a key, replacing an earlier one, with the promise of the store's {@link
   * Durability}.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @param value direct; between position and limit, possibly empty
   * @throws EngineException if the engine fails
   */
  void put(ByteBuffer key, ByteBuffer value);

  /**
   * Removes a key, if it is stored, with the promise of the store's {@link Durability}.
   *
   * @param key direct; 1 to 511 bytes between position and limit
   * @throws EngineException if the engine fails
   */
  void delete(ByteBuffer key);

  /**
   * Visits records in unsigned byte order of their keys: forward from the first key that is not
   * before the given one, or backward from the last key that is not after it. It sees every write
   * that was acknowledged before it began, by whatever session.
   *
   * @param from direct; 1 to 511 bytes between position and limit, both unchanged during the visits
   * @param direction which way
   * @param limit at most so many records, at least 1
   * @param visitor sees each record
   * @return how many records were visited
   * @throws EngineException if the engine fails, or keeps no order
   */
  default int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    throw new UnsupportedSettingException("the engine's keys are unordered; it has no range scans");
  }

  /**
   * Opens a batch of puts, one at a time, which the caller closes before the session.
   *
   * @throws UnsupportedSettingException if the engine stores nothing but single records at once, as
   *     its {@link Capabilities#batches} says
   */
  default Batch batch() {
    throw new UnsupportedSettingException("the engine has no atomic batches");
  }

  /** Sees the records of a {@link #scan}. */
  interface RecordVisitor {

    /**
     * Sees one record.
     *
     * @param key between position and limit; direct or not, valid only during the call
     * @param value on the same terms
     */
    void record(ByteBuffer key, ByteBuffer value);
  }

  /** Releases what the session holds; by default nothing. */
  @Override
  default void close() {}
}
