package dev.storagebench.datasets.input.bzip2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads a segment's bits, the highest of each byte first.
 *
 * <p>{@code bits} holds at least {@code have} unread bits at its high end. The block decoder keeps
 * the three moving fields in local variables while it runs, and writes them back.
 */
final class BitReader {
  /** Zeroes that stand behind the data, so that eight bytes can be read at any of its bytes. */
  static final int PADDING_BYTES = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  final byte[] data;

  /** The last index at which eight bytes can be read. */
  final int lastPosition;

  private final int endBit;
  int position;
  long bits;
  int have;

  BitReader(Segment segment, int bit) {
    this.data = segment.data();
    this.endBit = segment.endBit();
    this.lastPosition = data.length - PADDING_BYTES;
    this.position = bit >>> 3;
    if (bit < endBit) {
      bits = loadAt(data, position) << (bit & 7);
      have = 64 - 8 - (bit & 7);
      position += 7;
    }
  }

  /** Eight bytes as one number. */
  static long loadAt(byte[] data, int position) {
    return (long) LONG.get(data, position);
  }

  /** Up to 56 bits at any bit; eight bytes must stand there. */
  static long peek(byte[] data, long bit, int count) {
    return loadAt(data, (int) (bit >>> 3)) << (bit & 7) >>> (64 - count);
  }

  /** The next 1 to 32 bits. */
  int take(int count) throws Bzip2DamageException {
    if (have < count) {
      refill();
    }
    int taken = (int) (bits >>> (64 - count));
    bits <<= count;
    have -= count;
    return taken;
  }

  /** The index of the next bit in the segment's data. */
  int bit() {
    return 8 * position - have;
  }

  /** Whether more bits were taken than there are. */
  boolean overrun() {
    return bit() > endBit;
  }

  private void refill() throws Bzip2DamageException {
    if (position > lastPosition) {
      throw cutOff();
    }
    bits |= loadAt(data, position) >>> have;
    position += (63 - have) >>> 3;
    have |= 56;
  }

  static Bzip2DamageException cutOff() {
    return new Bzip2DamageException("the data ends inside a block", true, 0);
  }
}
