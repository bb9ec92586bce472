package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Payloads for writes: a sample of the data set's own values, off the heap, so that what is written
 * has the sizes and the compressibility of what was loaded. Immutable, for all threads.
 */
public final class ValuePool {
  // Runs of neighbouring records, each about a frame of the packed file, taken from everywhere:
  // reading the whole of a large data set in every fork would take longer than measuring.
  private static final int RUN_BYTES = 1 << 20;

  // So many are as good as more, and their places and hashes take 12 bytes each of a small heap.
  static final int MAX_PAYLOADS = 1 << 16;

  private final ByteBuffer bytes;
  private final int[] ends;
  private final long[] hashes;

  private ValuePool(ByteBuffer bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
    this.hashes = new long[ends.length];
    Arrays.setAll(hashes, i -> ValueChecksum.hash(bytes.slice(start(i), length(i)), 0));
  }

  /**
   * Samples a data set.
   *
   * @param file the data set, with one record at least
   * @param budgetBytes the maximum size of all values; at least one is kept
   * @param seed of the sample
   */
  public static ValuePool sample(PackedFile file, int budgetBytes, long seed) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(Math.max(budgetBytes, file.summary().maxValueBytes()));
    int runs = (int) Math.min(1 << 20, Math.max(1, file.summary().valueBytes() / RUN_BYTES));
    List<Integer> ends = new ArrayList<>();
    boolean full = false;
    // In random order, so that the records beyond the budget are random, too.
    int[] order = PermutationSampler.natural(runs);
    PermutationSampler.shuffle(new SplitMix64(seed), order);
    for (int i = 0; i < runs && !full; i++) {
      try (PackedCursor cursor = file.cursor(order[i], runs)) {
        while (!full && cursor.next()) {
          full =
              !ends.isEmpty()
                  && (ends.size() == MAX_PAYLOADS
                      || bytes.position() + cursor.value().remaining() > budgetBytes);
          if (!full) {
            bytes.put(cursor.value().duplicate());
            ends.add(bytes.position());
          }
        }
      }
    }
    if (ends.isEmpty()) {
      throw new IllegalArgumentException(file.path() + " has no records");
    }
    return new ValuePool(bytes.flip(), ends.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The number of payloads. */
  public int size() {
    return ends.length;
  }

  /** The length of the longest payload, in bytes. */
  public int maxBytes() {
    return IntStream.range(0, ends.length).map(this::length).max().orElse(0);
  }

  /** Bytes of all payloads. */
  public int bytes() {
    return bytes.limit();
  }

  /**
   * Copies a payload to the start of a buffer and returns its length. The pool's buffer is only
   * read by absolute index, so threads may share it.
   */
  public int copy(int index, ByteBuffer target) {
    int start = start(index);
    int length = ends[index] - start;
    target.put(0, bytes, start, length);
    return length;
  }

  /**
   * Fills the start of a buffer with bytes of the payloads, from a place on that depends on the
   * choice; past the end it goes on at the start. For any number of threads.
   */
  void fill(ByteBuffer target, int length, long choice) {
    int size = bytes.limit();
    int start = (int) ((choice >>> 33) % Math.max(1, size));
    for (int filled = 0; filled < length && size > 0; start = 0) {
      int part = Math.min(length - filled, size - start);
      target.put(filled, bytes, start, part);
      filled += part;
    }
  }

  long hash(int index) {
    return hashes[index];
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  private int length(int index) {
    return ends[index] - start(index);
  }
}
