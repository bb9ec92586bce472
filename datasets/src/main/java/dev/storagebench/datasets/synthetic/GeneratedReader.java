package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** Generated records in the order of their indexes. */
public final class GeneratedReader implements RecordReader {
  private final Source generator;
  private final long records;
  private final ReadCounts counts = new ReadCounts();

  /**
   * @param generator asked for each index once, in order
   */
  public GeneratedReader(Source generator, long records) {
    this.generator = generator;
    this.records = records;
  }

  /** Makes records, one at a time. */
  public interface Source {
    /** Makes the record of an index. */
    void generate(long index);

    /** The key made last, on the terms of {@link RecordReader#key}. */
    ByteBuffer key();

    /** The value made last, on the same terms. */
    ByteBuffer value();
  }

  @Override
  public boolean next() {
    if (counts.records() >= records) {
      return false;
    }
    generator.generate(counts.records());
    counts.record();
    return true;
  }

  @Override
  public ByteBuffer key() {
    return generator.key();
  }

  @Override
  public ByteBuffer value() {
    return generator.value();
  }

  @Override
  public OptionalLong expectedRecords() {
    return OptionalLong.of(records);
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
