package dev.storagebench.datasets.synthetic;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Samples of generated records, of the size and order of the real ones. */
final class Samples {
  private Samples() {}

  static RecordGenerator fineFoods(long seed) {
    return new RecordGenerator(ReviewWriter.fineFoods(seed), RecordGenerator.INDEX_LIMIT);
  }

  static RecordGenerator articles(long seed) {
    return new RecordGenerator(
        new ArticleWriter(ArticleWriter.SIZES, 1, seed), RecordGenerator.INDEX_LIMIT);
  }

  /** Keys and values, one record after the other, of the first records up to so many bytes. */
  static byte[] first(RecordGenerator generator, int bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(bytes);
    for (long index = 0; all.size() < bytes; index++) {
      append(generator, index, all);
    }
    return Arrays.copyOf(all.toByteArray(), bytes);
  }

  /** The same of records drawn from all. */
  static byte[] shuffled(RecordGenerator generator, int records, int bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(bytes);
    SplittableRandom random = new SplittableRandom(1);
    while (all.size() < bytes) {
      append(generator, random.nextInt(records), all);
    }
    return Arrays.copyOf(all.toByteArray(), bytes);
  }

  /**
   * The {@code count} records that follow one another in key order from {@code firstKey} on, among
   * the first {@code records}: what stands side by side in an ordered store.
   */
  static byte[] inKeyOrder(RecordGenerator generator, int records, String firstKey, int count) {
    TreeMap<String, Integer> slice = new TreeMap<>();
    for (int index = 0; index < records; index++) {
      generator.generate(index);
      ByteBuffer key = generator.key();
      String text = StandardCharsets.US_ASCII.decode(key).toString();
      if (text.compareTo(firstKey) >= 0) {
        slice.put(text, index);
        if (slice.size() > count) {
          slice.pollLastEntry();
        }
      }
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    slice.values().forEach(index -> append(generator, index, all));
    return all.toByteArray();
  }

  /** The sizes of the first values, sorted. */
  static int[] valueSizes(RecordGenerator generator, int records) {
    int[] sizes = new int[records];
    for (int index = 0; index < records; index++) {
      generator.generate(index);
      sizes[index] = generator.value().remaining();
    }
    Arrays.sort(sizes);
    return sizes;
  }

  private static void append(RecordGenerator generator, long index, ByteArrayOutputStream all) {
    generator.generate(index);
    for (ByteBuffer part : new ByteBuffer[] {generator.key(), generator.value()}) {
      all.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
    }
  }
}
