package dev.storagebench.sql.data;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.synthetic.RecordGenerator;
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
    return new RecordGenerator(new Rows(), records(argument));
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
  private static final class Rows implements RecordGenerator.Writer {
    private final UniformRandomProvider random = new XoRoShiRo128PlusPlus(42, 4711);
    private final byte[] c = new byte[ColumnChecksum.C_BYTES];
    private final byte[] pad = new byte[ColumnChecksum.PAD_BYTES];
    private final ByteBuffer id = ByteBuffer.allocate(Long.BYTES);

    @Override
    public void write(long index, RecordBytes key, RecordBytes value) {
      key.append(id.putLong(0, index));
      ColumnChecksum.random(c, random);
      ColumnChecksum.random(pad, random);
      value.append(c, 0, c.length);
      value.append(pad, 0, pad.length);
    }
  }
}
