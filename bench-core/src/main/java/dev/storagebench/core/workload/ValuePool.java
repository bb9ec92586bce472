package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;

/**
 * Payloads for writes: a uniform sample of the data set's own values, off the heap, so that what is
 * written has the sizes and the compressibility of what was loaded. Immutable, for all threads.
 */
public final class ValuePool {
  private final ByteBuffer bytes;
  private final int[] ends;
  private final long[] hashes;

  private ValuePool(ByteBuffer bytes, int[] ends, long[] hashes) {
    this.bytes = bytes;
    this.ends = ends;
    this.hashes = hashes;
  }

  /**
   * Samples a data set.
   *
   * @param file the data set, with one record at least
   * @param budgetBytes about how many bytes of values to keep; one value is kept in any case
   * @param seed decides which
   */
  public static ValuePool sample(PackedFile file, int budgetBytes, long seed) throws IOException {
    // Each record is kept with the probability that fills the budget on average; the first value
    // that no longer fits ends the sample, so the chance is kept a little lower than that.
    double keep = Math.min(1, 0.95 * budgetBytes / Math.max(1, file.summary().valueBytes()));
    UniformRandomProvider random = new SplitMix64(seed);
    ByteBuffer bytes = ByteBuffer.allocateDirect(Math.max(budgetBytes, first(file)));
    List<Integer> ends = new ArrayList<>();
    try (PackedCursor cursor = file.cursor()) {
      while (cursor.next()) {
        if (random.nextDouble() < keep && cursor.value().remaining() <= bytes.remaining()) {
          bytes.put(cursor.value().duplicate());
          ends.add(bytes.position());
        }
      }
    }
    if (ends.isEmpty()) {
      try (PackedCursor cursor = file.cursor()) {
        cursor.next();
        bytes.put(cursor.value().duplicate());
        ends.add(bytes.position());
      }
    }
    return of(bytes.flip(), ends.stream().mapToInt(Integer::intValue).toArray());
  }

  private static int first(PackedFile file) throws IOException {
    try (PackedCursor cursor = file.cursor()) {
      if (!cursor.next()) {
        throw new IllegalArgumentException(file.path() + " has no records");
      }
      return cursor.value().remaining();
    }
  }

  private static ValuePool of(ByteBuffer bytes, int[] ends) {
    long[] hashes = new long[ends.length];
    int start = 0;
    for (int i = 0; i < ends.length; i++) {
      hashes[i] = SelfCheck.hash(bytes.slice(start, ends[i] - start), 0);
      start = ends[i];
    }
    return new ValuePool(bytes, ends, hashes);
  }

  /** How many payloads there are. */
  public int size() {
    return ends.length;
  }

  /** The length of the longest payload, in bytes. */
  public int maxBytes() {
    int max = 0;
    for (int i = 0; i < ends.length; i++) {
      max = Math.max(max, ends[i] - start(i));
    }
    return max;
  }

  /** Bytes of all payloads. */
  public int bytes() {
    return bytes.limit();
  }

  /**
   * Copies a payload to the start of a buffer and returns its length. The pool's buffer is only
   * read by absolute index, so threads may share it.
   */
  int copy(int index, ByteBuffer target) {
    int start = start(index);
    int length = ends[index] - start;
    target.put(0, bytes, start, length);
    return length;
  }

  long hash(int index) {
    return hashes[index];
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }
}
