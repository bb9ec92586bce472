package dev.storagebench.sql.data;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.sql.table.ColumnChecksum;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;

/** The rows in their order. */
final class SysbenchRows implements RecordReader {
  private final long records;
  private final ReadCounts counts = new ReadCounts();
  private final UniformRandomProvider random = new XoRoShiRo128PlusPlus(42, 4711);
  private final byte[] c = new byte[ColumnChecksum.C_BYTES];
  private final byte[] pad = new byte[ColumnChecksum.PAD_BYTES];
  private final ByteBuffer key = ByteBuffer.allocate(Long.BYTES);
  private final ByteBuffer value =
      ByteBuffer.allocate(ColumnChecksum.C_BYTES + ColumnChecksum.PAD_BYTES);

  SysbenchRows(long records) {
    this.records = records;
  }

  @Override
  public boolean next() {
    if (counts.records() >= records) {
      return false;
    }
    key.clear().putLong(counts.records()).flip();
    ColumnChecksum.random(c, random);
    ColumnChecksum.random(pad, random);
    value.clear().put(c).put(pad).flip();
    counts.record();
    return true;
  }

  @Override
  public ByteBuffer key() {
    return key;
  }

  @Override
  public ByteBuffer value() {
    return value;
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
