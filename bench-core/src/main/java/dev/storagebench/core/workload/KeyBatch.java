package dev.storagebench.core.workload;

import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.datasets.RecordReader;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/** One thread's buffers for reading several keys at once. */
public final class KeyBatch {
  private static final long MAX_BYTES = 1L << 30;

  final ByteBuffer[] keys;
  final ByteBuffer[] values;
  final int[] lengths;
  final boolean[] stored;

  /**
   * Allocates the buffers.
   *
   * @param size the number of keys
   * @param maxValueBytes the longest value that may be stored
   * @throws UnsupportedSettingException if the values might take more than 1 GiB
   */
  public KeyBatch(int size, int maxValueBytes) {
    if ((long) size * maxValueBytes > MAX_BYTES) {
      throw new UnsupportedSettingException(
          "batch=%d of values up to %,d bytes might take more than 1 GiB a thread; %d is the most"
              .formatted(size, maxValueBytes, MAX_BYTES / maxValueBytes));
    }
    this.keys = buffers(size, RecordReader.MAX_KEY_BYTES);
    this.values = buffers(size, maxValueBytes);
    this.lengths = new int[size];
    this.stored = new boolean[size];
  }

  private static ByteBuffer[] buffers(int size, int bytes) {
    return Stream.generate(() -> ValueChecksum.buffer(bytes))
        .limit(size)
        .toArray(ByteBuffer[]::new);
  }

  /** Takes a copy of a key. */
  void set(int place, ByteBuffer key, boolean isStored) {
    int length = key.remaining();
    keys[place].limit(length).position(0);
    keys[place].put(0, key, key.position(), length);
    stored[place] = isStored;
  }
}
