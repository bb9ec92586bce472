package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** Keys and values of engines whose API uses arrays on the heap; each call allocates. */
public final class HeapBytes {

  private HeapBytes() {}

  /** A copy of the bytes between position and limit; the buffer is unchanged. */
  public static byte[] of(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  /**
   * Copies a value to the start of the caller's buffer.
   *
   * @return the value's length in bytes
   * @throws EngineException if it does not fit into the capacity
   */
  public static int copy(String engine, byte[] found, int offset, int length, ByteBuffer into) {
    if (length > into.capacity()) {
      throw EngineException.doesNotFit(engine, length, into.capacity());
    }
    into.limit(length).position(0);
    into.put(0, found, offset, length);
    return length;
  }
}
