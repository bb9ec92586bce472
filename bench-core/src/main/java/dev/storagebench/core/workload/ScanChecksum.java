package dev.storagebench.core.workload;

import java.nio.ByteBuffer;

/** What a scan computes of each key and each value. */
public enum ScanChecksum {
  /** Nothing; it touches every cache line. */
  NONE {
    @Override
    long of(ByteBuffer bytes) {
      return PointClient.touch(bytes);
    }
  },
  /** The JDK's. */
  CRC32 {
    @Override
    long of(ByteBuffer bytes) {
      java.util.zip.CRC32 crc = new java.util.zip.CRC32();
      int position = bytes.position();
      crc.update(bytes);
      bytes.position(position);
      return crc.getValue();
    }
  },
  /** That of lz4-java, as in each stored value. */
  XXH64 {
    @Override
    long of(ByteBuffer bytes) {
      return ValueChecksum.hash(bytes, 0);
    }
  };

  /** Of the bytes between position and limit, which stay as they are. */
  abstract long of(ByteBuffer bytes);
}
