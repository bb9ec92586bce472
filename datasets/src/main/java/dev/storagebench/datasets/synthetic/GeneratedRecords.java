package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** Generated records as a stream, in the order of their indexes. */
final class GeneratedRecords implements RecordReader {
  private final RecordGenerator generator;
  private final long records;
  private final ReadCounts counts = new ReadCounts();

  GeneratedRecords(RecordGenerator generator, long records) {
    this.generator = generator;
    this.records = records;
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
