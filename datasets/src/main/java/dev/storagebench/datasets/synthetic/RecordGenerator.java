package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.KeyValueReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.util.OptionalLong;

/**
 * Makes any record of a generated data set in constant time from (seed, index), so that a load can
 * be cut over threads and machines, and reads them in the order of their indexes. Equal seed, kind
 * and index give equal bytes on every JVM and platform. Keys of distinct indexes are distinct, and
 * their order has nothing to do with that of the indexes. For one thread; make one for each.
 *
 * <pre>{@code
 * RecordGenerator records = RecordGenerator.reviews(42);
 * for (long index = first; index < end; index++) {
 *   records.generate(index);
 *   use(records.key(), records.value());
 * }
 * }</pre>
 */
public final class RecordGenerator extends KeyValueReader {
  /** One more than the highest index. */
  public static final long INDEX_LIMIT = 1L << 40;

  /** Writes the record of an index; one kind of records, one thread. */
  public interface Writer {
    /** Appends key and value of the record at an index to empty buffers. */
    void write(long index, RecordBytes key, RecordBytes value);
  }

  private final Writer writer;
  private final long records;

  /**
   * Has made no record yet.
   *
   * @param writer asked by {@link #next} for each index once, in order
   */
  public RecordGenerator(Writer writer, long records) {
    super("generated", ReadOptions.STRICT);
    this.writer = writer;
    this.records = records;
  }

  /** Reviews like those of films: values of 1 KB on average. */
  public static RecordGenerator reviews(long seed) {
    return new RecordGenerator(ReviewWriter.movies(seed), INDEX_LIMIT);
  }

  /**
   * Makes the record of an index in place of the last one.
   *
   * @param index from 0 to {@link #INDEX_LIMIT} - 1
   * @throws IllegalArgumentException if the index is outside
   */
  public void generate(long index) {
    if (index < 0 || index >= INDEX_LIMIT) {
      throw new IllegalArgumentException(
          "record %,d: a generated record's index is from 0 to %,d"
              .formatted(index, INDEX_LIMIT - 1));
    }
    clear();
    writer.write(index, key, value);
  }

  @Override
  protected boolean parse() {
    boolean more = counts().records() < records;
    if (more) {
      generate(counts().records());
    }
    return more;
  }

  @Override
  public OptionalLong expectedRecords() {
    return OptionalLong.of(records);
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
