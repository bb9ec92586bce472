package dev.storagebench.datasets.input.bzip2;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a compressed stream wherever a block's magic number stands, at any bit. A cut may be false:
 * those 48 bits can occur by chance (once in 35,000 files of 1 GB).
 *
 * <p>The search looks at two bytes in every four. A magic number that begins at any bit has one of
 * 33 values there, so that 1 of 2,000 looks leads to a comparison.
 */
final class Segments {
  /** Begins each block: the digits of pi. */
  static final long BLOCK_MAGIC = 0x314159265359L;

  static final int MAGIC_BITS = 48;

  /**
   * More than a block can take: 18,002 groups of 50 symbols of 20 bits are 2.2 MB, the tables 30
   * KB.
   */
  static final int MAX_SEGMENT_BYTES = 3 << 20;

  private static final int STRIDE_BYTES = 4;
  private static final int READ_BYTES = 256 << 10;

  private final InputStream in;

  /** Bit set of the pairs of bytes that can stand inside a magic number. */
  private final long[] candidatePairs = new long[65_536 / Long.SIZE];

  private byte[] buffer = new byte[4 * READ_BYTES];
  private int limit;
  private long bufferFileByte;

  /** Where the next segment begins in {@code buffer}. */
  private long startBit;

  private boolean endOfInput;
  private boolean finished;

  Segments(InputStream in) {
    this.in = in;
    for (int skipped = 0; skipped <= MAGIC_BITS - 16; skipped++) {
      int pair = (int) (BLOCK_MAGIC >>> (MAGIC_BITS - 16 - skipped)) & 0xffff;
      candidatePairs[pair >>> 6] |= 1L << pair;
    }
  }

  /**
   * The next segment, null at the end. One that reaches {@link #MAX_SEGMENT_BYTES} is handed out as
   * it is, and is the end: no block is that long.
   */
  @Nullable Segment next() throws IOException {
    if (finished) {
      return null;
    }
    // A block segment begins with its own magic number: search behind it.
    long from = bufferFileByte == 0 && startBit == 0 ? 0 : startBit + MAGIC_BITS;
    while (true) {
      long found = find(from);
      if (found >= 0) {
        Segment segment = Segment.copy(buffer, bufferFileByte, startBit, found, false);
        startBit = found;
        return segment;
      }
      from = Math.max(from, 8L * Math.max(0, limit - Long.BYTES - STRIDE_BYTES));
      if (endOfInput || limit - (startBit >>> 3) > MAX_SEGMENT_BYTES) {
        finished = true;
        return Segment.copy(buffer, bufferFileByte, startBit, 8L * limit, endOfInput);
      }
      from -= 8L * fill();
    }
  }

  /** The bit where a magic number begins, at or behind a bit; -1 if the buffer holds none. */
  private long find(long fromBit) {
    int lastByte = limit - Long.BYTES;
    for (int i = (int) ((fromBit + 7) >>> 3); i <= lastByte; i += STRIDE_BYTES) {
      int pair = (buffer[i] & 0xff) << 8 | (buffer[i + 1] & 0xff);
      if ((candidatePairs[pair >>> 6] >>> pair & 1) != 0) {
        for (long bit = Math.max(fromBit, 8L * i - 8 * STRIDE_BYTES); bit <= 8L * i; bit++) {
          if (BitReader.peek(buffer, bit, MAGIC_BITS) == BLOCK_MAGIC) {
            return bit;
          }
        }
      }
    }
    return -1;
  }

  /** Reads on; returns by how many bytes the buffer's content moved down. */
  private int fill() throws IOException {
    int moved = 0;
    if (buffer.length - limit < READ_BYTES) {
      moved = (int) (startBit >>> 3);
      System.arraycopy(buffer, moved, buffer, 0, limit - moved);
      limit -= moved;
      startBit -= 8L * moved;
      bufferFileByte += moved;
      if (buffer.length - limit < READ_BYTES) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    int read = in.read(buffer, limit, READ_BYTES);
    if (read < 0) {
      endOfInput = true;
    } else {
      limit += read;
    }
    return moved;
  }
}
