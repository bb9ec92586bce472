package dev.storagebench.datasets.packed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/** The constants of the packed record file, described in {@code docs/packed-record-file.md}. */
final class Layout {
  /** Every section starts at a multiple of this and is padded to one, as direct I/O demands. */
  static final int BLOCK_BYTES = 4096;

  /** A frame is closed before its keys or its values outgrow this, unless it has one record. */
  static final int FRAME_BYTES = 1 << 20;

  /** The hash of every checksum, with seed 0, and of the digest. */
  static final XXHash64 XXH64 = XXHashFactory.fastestInstance().hash64();

  private Layout() {}

  /** The next multiple of {@link #BLOCK_BYTES}. */
  static int padded(int bytes) {
    return Math.toIntExact(padded((long) bytes));
  }

  /** The next multiple of {@link #BLOCK_BYTES}. */
  static long padded(long bytes) {
    return (bytes + BLOCK_BYTES - 1) & -BLOCK_BYTES;
  }

  /** A direct, little endian buffer whose address is a multiple of {@link #BLOCK_BYTES}. */
  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(Math.addExact(padded(bytes), BLOCK_BYTES))
        .alignedSlice(BLOCK_BYTES)
        .slice(0, bytes)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Sets the bytes of {@code [from, to)} to zero. */
  static void clear(ByteBuffer buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      buffer.put(i, (byte) 0);
    }
  }
}
