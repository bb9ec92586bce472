package dev.storagebench.sql.data;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.synthetic.GeneratedReader;
import dev.storagebench.sql.table.ColumnChecksum;
import java.nio.ByteBuffer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;

/**
 * Rows as sysbench 1.0 generates them: the key is the row's number in 8 bytes, as long as {@code
 * id} and {@code k}; the value is {@code c} and {@code pad}.
 */
public final class SysbenchFormat implements RecordFormat {
  private static final long DEFAULT_RECORDS = 100_000;
  private static final long MAX_RECORDS = 2_000_000_000L;

  @Override
  public String name() {
    return "sysbench";
  }

  @Override
  public RecordReader open(String argument, ReadOptions options) {
    return new GeneratedReader(new Rows(), records(argument));
  }

  @Override
  public String identity(String argument) {
    return "version=1,records=" + records(argument);
  }

  private static long records(String argument) {
    if (argument.isEmpty()) {
      return DEFAULT_RECORDS;
    }
    return ScaledNumber.find(
            argument.replaceFirst("^records=", ""), ScaledNumber.DECIMAL, 1, MAX_RECORDS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "sysbench:%s: expected records=N, N from 1 to %d; k, m and g are decimal"
                        .formatted(argument, MAX_RECORDS)));
  }

  /** The rows; each call makes the next, as sysbench does. */
  private static final class Rows implements GeneratedReader.Source {
    private final UniformRandomProvider random = new XoRoShiRo128PlusPlus(42, 4711);
    private final byte[] c = new byte[ColumnChecksum.C_BYTES];
    private final byte[] pad = new byte[ColumnChecksum.PAD_BYTES];
    private final ByteBuffer key = ByteBuffer.allocate(Long.BYTES);
    private final ByteBuffer value =
        ByteBuffer.allocate(ColumnChecksum.C_BYTES + ColumnChecksum.PAD_BYTES);

    @Override
    public void generate(long index) {
      key.clear().putLong(index).flip();
      ColumnChecksum.random(c, random);
      ColumnChecksum.random(pad, random);
      value.clear().put(c).put(pad).flip();
    }

    @Override
    public ByteBuffer key() {
      return key;
    }

    @Override
    public ByteBuffer value() {
      return value;
    }
  }
}
