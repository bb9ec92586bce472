package dev.storagebench.datasets.synthetic;

import java.nio.ByteBuffer;

/**
 * Makes any record of a generated data set in constant time from (seed, index), so that a load can
 * be cut over threads and machines. Equal seed, kind and index give equal bytes on every JVM and
 * platform. Keys of distinct indexes are distinct, and their order has nothing to do with that of
 * the indexes. For one thread; make one for each.
 *
 * <pre>{@code
 * RecordGenerator records = RecordGenerator.reviews(42);
 * for (long index = first; index < end; index++) {
 *   records.generate(index);
 *   use(records.key(), records.value());
 * }
 * }</pre>
 */
public final class RecordGenerator implements GeneratedReader.Source {
  /** One more than the highest index. */
  public static final long INDEX_LIMIT = 1L << 40;

  /** Writes the record of an index; one kind of records, one thread. */
  interface Writer {
    /** Appends key and value of the record at an index to empty buffers. */
    void write(long index, WordBuffer key, WordBuffer value);
  }

  private final Writer writer;
  private final WordBuffer key = new WordBuffer();
  private final WordBuffer value = new WordBuffer();

  /** Takes a writer of its own. */
  RecordGenerator(Writer writer) {
    this.writer = writer;
  }

  /** Reviews like those of films: values of 1 KB on average. */
  public static RecordGenerator reviews(long seed) {
    return new RecordGenerator(ReviewWriter.movies(seed));
  }

  /**
   * Makes the record of an index.
   *
   * @param index from 0 to {@link #INDEX_LIMIT} - 1
   * @throws IllegalArgumentException if the index is outside
   */
  @Override
  public void generate(long index) {
    if (index < 0 || index >= INDEX_LIMIT) {
      throw new IllegalArgumentException(
          "record %,d: a generated record's index is from 0 to %,d"
              .formatted(index, INDEX_LIMIT - 1));
    }
    key.clear();
    value.clear();
    writer.write(index, key, value);
  }

  /**
   * The key made last: a heap buffer owned by the generator, its bytes between position 0 and the
   * limit, valid until the next {@link #generate}.
   */
  @Override
  public ByteBuffer key() {
    return key.view();
  }

  /** The value made last, on the same terms as {@link #key}. */
  @Override
  public ByteBuffer value() {
    return value.view();
  }
}
