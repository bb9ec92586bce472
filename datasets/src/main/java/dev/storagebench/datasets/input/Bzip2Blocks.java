package dev.storagebench.datasets.input;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits bzip2 data at the 48-bit magic numbers of blocks and stream ends, at any bit. A split may
 * be false: those bits can occur inside a block by chance (once in 17,000 files of 1 GB).
 *
 * <p>The search looks at two bytes in every four. A magic number that starts at any bit has one of
 * 33 values there, so that 1 of 1,000 looks leads to a comparison.
 *
 * @see <a href="https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf">the format</a>
 */
final class Bzip2Blocks {
  static final long BLOCK_MAGIC = 0x314159265359L;
  static final long STREAM_END_MAGIC = 0x177245385090L;
  static final int MAGIC_BITS = 48;

  /** More than a block can take: 18,002 groups of 50 symbols of 20 bits, and the tables. */
  static final int MAX_PIECE_BYTES = 3 << 20;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int STRIDE_BYTES = 4;
  private static final int READ_BYTES = 256 << 10;

  private final InputStream in;

  /** Pairs of bytes that occur inside a magic number. */
  private final boolean[] candidates = new boolean[1 << 16];

  private byte[] buffer = new byte[4 * READ_BYTES];
  private int limit;
  private long bufferOffset;

  /** Where the next piece starts in {@code buffer}. */
  private long startBit;

  private boolean endOfInput;
  private boolean finished;

  Bzip2Blocks(InputStream in) {
    this.in = in;
    for (int skipped = 0; skipped <= MAGIC_BITS - 16; skipped++) {
      candidates[(int) (BLOCK_MAGIC >>> skipped) & 0xffff] = true;
      candidates[(int) (STREAM_END_MAGIC >>> skipped) & 0xffff] = true;
    }
  }

  /**
   * Bits from one magic number to the next, shifted to a byte boundary; the first of an input holds
   * the stream header.
   *
   * @param data the bits, then zeros
   * @param bits the number of bits
   * @param fileBit the offset of the first bit in the input
   * @param last whether the input ends here
   */
  @SuppressWarnings("ArrayRecordComponent") // pieces are not compared
  record Piece(byte[] data, long bits, long fileBit, boolean last) {

    /** The magic number it starts with. */
    long magic() {
      return peek(data, 0, MAGIC_BITS);
    }

    /** Both as one, as if there were no magic number between them. */
    Piece join(Piece next) {
      byte[] joined = Arrays.copyOf(data, (int) ((bits + next.bits + 7) / 8) + Long.BYTES);
      append(joined, bits, next.data, next.bits);
      return new Piece(joined, bits + next.bits, fileBit, next.last);
    }
  }

  /**
   * The next piece, null at the end. One longer than {@link #MAX_PIECE_BYTES} is returned
   * unfinished as the last: no block is that long.
   */
  @Nullable Piece next() throws IOException {
    if (finished) {
      return null;
    }
    // Search behind the piece's own magic number; the first piece has none.
    long from = bufferOffset == 0 && startBit == 0 ? 0 : startBit + MAGIC_BITS;
    while (true) {
      long found = find(from);
      if (found >= 0) {
        return pieceTo(found);
      }
      from = Math.max(from, 8L * Math.max(0, limit - Long.BYTES - STRIDE_BYTES));
      if (endOfInput || limit - (startBit >>> 3) > MAX_PIECE_BYTES) {
        finished = true;
        return pieceTo(8L * limit);
      }
      from -= 8L * fill();
    }
  }

  private Piece pieceTo(long endBit) {
    long bits = endBit - startBit;
    int first = (int) (startBit >>> 3);
    byte[] data = new byte[(int) ((bits + 7) / 8) + Long.BYTES];
    int shift = (int) (startBit & 7);
    for (int i = 0; 8L * i < bits; i++) {
      int next = first + i + 1 < limit ? buffer[first + i + 1] & 0xff : 0;
      data[i] = (byte) (buffer[first + i] << shift | next >>> (8 - shift));
    }
    // Bits of the next piece.
    data[(int) (bits >>> 3)] &= (byte) (0xff00 >> (bits & 7));
    Piece piece = new Piece(data, bits, 8 * bufferOffset + startBit, finished && endOfInput);
    startBit = endBit;
    return piece;
  }

  /** The bit at which a magic number starts, at or after a bit; -1 if none is in the buffer. */
  private long find(long fromBit) {
    for (int i = (int) ((fromBit + 7) >>> 3); i <= limit - Long.BYTES; i += STRIDE_BYTES) {
      if (candidates[(buffer[i] & 0xff) << 8 | (buffer[i + 1] & 0xff)]) {
        for (long bit = Math.max(fromBit, 8L * (i - STRIDE_BYTES)); bit <= 8L * i; bit++) {
          long magic = peek(buffer, bit, MAGIC_BITS);
          if (magic == BLOCK_MAGIC || magic == STREAM_END_MAGIC) {
            return bit;
          }
        }
      }
    }
    return -1;
  }

  /** Reads more; returns by how many bytes the content of the buffer moved down. */
  private int fill() throws IOException {
    int moved = 0;
    if (buffer.length - limit < READ_BYTES) {
      moved = (int) (startBit >>> 3);
      System.arraycopy(buffer, moved, buffer, 0, limit - moved);
      limit -= moved;
      startBit -= 8L * moved;
      bufferOffset += moved;
      if (buffer.length - limit < READ_BYTES) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
    int read = in.read(buffer, limit, READ_BYTES);
    endOfInput = read < 0;
    limit += Math.max(0, read);
    return moved;
  }

  /** Up to 56 bits at any bit; eight bytes must follow. */
  static long peek(byte[] data, long bit, int count) {
    return (long) LONG.get(data, (int) (bit >>> 3)) << (bit & 7) >>> (64 - count);
  }

  /** Writes bits of {@code from} at a bit of {@code data}; the rest of its last byte becomes 0. */
  static void append(byte[] data, long bit, byte[] from, long count) {
    int shift = (int) (bit & 7);
    int at = (int) (bit >>> 3);
    for (int i = 0; 8L * i < count; i++) {
      int value = from[i] & 0xff;
      data[at + i] = (byte) ((data[at + i] & (0xff00 >> shift)) | value >>> shift);
      data[at + i + 1] = (byte) (value << (8 - shift));
    }
  }
}
