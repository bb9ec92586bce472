package dev.storagebench.datasets.input.bzip2;

/** bzip2's checksum: CRC-32 with the highest bit first, unlike {@link java.util.zip.CRC32}. */
final class Crc {
  private static final int POLYNOMIAL = 0x04c11db7;

  /** By the high byte: what it does to the sum. Never written to. */
  static final int[] TABLE = new int[256];

  static {
    for (int i = 0; i < TABLE.length; i++) {
      int sum = i << 24;
      for (int bit = 0; bit < 8; bit++) {
        sum = sum < 0 ? sum << 1 ^ POLYNOMIAL : sum << 1;
      }
      TABLE[i] = sum;
    }
  }

  private Crc() {}

  /** A stream's checksum, one block further. */
  static int combine(int streamCrc, int blockCrc) {
    return Integer.rotateLeft(streamCrc, 1) ^ blockCrc;
  }
}
