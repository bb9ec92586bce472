package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** The order of keys: unsigned bytes, a prefix before longer keys. */
public final class KeyOrder {

  private KeyOrder() {}

  /**
   * Compares two keys between position and limit; both buffers are unchanged.
   *
   * @return a negative number, zero or a positive number if the first key is less than, equal to or
   *     greater than the second
   */
  public static int compare(ByteBuffer first, ByteBuffer second) {
    int different = first.mismatch(second);
    if (different < 0) {
      return 0;
    }
    if (different == first.remaining() || different == second.remaining()) {
      return first.remaining() - second.remaining();
    }
    return Byte.compareUnsigned(
        first.get(first.position() + different), second.get(second.position() + different));
  }
}
