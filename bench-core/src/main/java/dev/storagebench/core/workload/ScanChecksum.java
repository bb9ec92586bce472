package dev.storagebench.core.workload;

import java.nio.ByteBuffer;

/** Checksum that a scan computes of each key and each value. */
public enum ScanChecksum {
  /** Nothing; it touches every cache line. */
  NONE,
  /** The JDK's. */
  CRC32,
  /** XXH64 of lz4-java, as in each stored value. */
  XXH64;

  /** Computes the checksum of the bytes between position and limit, which stay as they are. */
  long of(ByteBuffer bytes) {
    return switch (this) {
      case NONE -> PointClient.touch(bytes);
      case XXH64 -> ValueChecksum.hash(bytes, 0);
      case CRC32 -> {
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        int position = bytes.position();
        crc.update(bytes);
        bytes.position(position);
        yield crc.getValue();
      }
    };
  }
}
