package dev.storagebench.datasets.input.bzip2;

import java.util.Arrays;

/**
 * The compressed bits from one block's magic number to the next one's, or, for a file's first, the
 * bits before the first magic number. Begins and ends at any bit.
 */
final class Segment {
  private final byte[] data;
  private final int startBit;
  private final int endBit;
  private final long fileByte;
  private final boolean last;

  private Segment(byte[] data, int startBit, int endBit, long fileByte, boolean last) {
    this.data = data;
    this.startBit = startBit;
    this.endBit = endBit;
    this.fileByte = fileByte;
    this.last = last;
  }

  /** Copies the bits {@code [fromBit, toBit)} of a buffer. */
  static Segment copy(byte[] buffer, long bufferFileByte, long fromBit, long toBit, boolean last) {
    int fromByte = (int) (fromBit >>> 3);
    int toByte = (int) ((toBit + 7) >>> 3);
    byte[] data = new byte[toByte - fromByte + BitReader.PADDING_BYTES];
    System.arraycopy(buffer, fromByte, data, 0, toByte - fromByte);
    return new Segment(
        data, (int) (fromBit & 7), (int) (toBit - 8L * fromByte), bufferFileByte + fromByte, last);
  }

  /** This one and the one that follows it, as if no magic number had been seen between them. */
  Segment join(Segment next) {
    int keptBytes = endBit >>> 3;
    byte[] joined = Arrays.copyOf(data, keptBytes + next.data.length);
    System.arraycopy(next.data, 0, joined, keptBytes, next.data.length);
    return new Segment(joined, startBit, 8 * keptBytes + next.endBit, fileByte, next.last);
  }

  /** Whole bytes around the bits, then {@link BitReader#PADDING_BYTES} zeroes. */
  byte[] data() {
    return data;
  }

  /** The first bit in {@link #data}, 0 to 7. */
  int startBit() {
    return startBit;
  }

  /** Behind the last bit in {@link #data}. */
  int endBit() {
    return endBit;
  }

  /** The offset of {@link #data}'s first byte in the file. */
  long fileByte() {
    return fileByte;
  }

  /** Whether the file ends here. */
  boolean last() {
    return last;
  }
}
