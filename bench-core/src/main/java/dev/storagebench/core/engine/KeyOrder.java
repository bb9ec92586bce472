package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** The order of keys: by unsigned bytes, a prefix before what it is a prefix of. */
public final class KeyOrder {

  private KeyOrder() {}

  /**
   * Compares two keys between position and limit, which stay as they are.
   *
   * @return negative, zero or positive as the first is before, equal to or after the second
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
