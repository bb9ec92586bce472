package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;

/**
 * The keys met so far, off the heap: 20 to 34 bytes a key, whatever its length. Two different keys
 * pass for one with a probability that does not matter (1.6e-13 among ten million keys). For one
 * thread.
 */
public final class DistinctKeys {
  private final KeyNumbers keys = new KeyNumbers();

  /** None yet. */
  public DistinctKeys() {}

  /**
   * Adds a key.
   *
   * @param key read from position to limit, left unchanged
   * @return false if it was there already
   */
  public boolean add(ByteBuffer key) {
    return keys.put(key, 1) == 0;
  }
}
