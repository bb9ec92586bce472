package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A digest of the first operations of all threads: equal for two cells exactly if they were given
 * the same work.
 */
public final class OperationDigest {
  /** How many operations of each thread are in the digest. */
  public static final int OPERATIONS = 4096;

  private OperationDigest() {}

  /**
   * Digests fresh streams of the threads 0 to {@code threads - 1}: XXH64 over kind, key and length
   * of the value of each operation.
   *
   * @return 16 hexadecimal digits
   */
  public static String of(
      KeyTable keys,
      ValuePool values,
      Distribution distribution,
      int readPercent,
      Seeds seeds,
      int threads) {
    long digest = seeds.master();
    ByteBuffer operation = ByteBuffer.allocateDirect(2 * Long.BYTES);
    for (int thread = 0; thread < threads; thread++) {
      OperationStream stream = new OperationStream(keys, distribution, readPercent, seeds, thread);
      ValueSource source = new ValueSource(values, seeds, thread);
      for (int i = 0; i < OPERATIONS; i++) {
        boolean reads = stream.nextReads();
        ByteBuffer key = stream.nextKey();
        operation.putLong(0, ValueChecksum.hash(key, 0));
        operation.putLong(Long.BYTES, reads ? -1 : ValueChecksum.storedHash(source.next(key)));
        digest = ValueChecksum.hash(operation, digest);
      }
    }
    return HexFormat.of().toHexDigits(digest);
  }
}
