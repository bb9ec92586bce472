package dev.storagebench.core.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A batch for engines whose API uses arrays on the heap. Collects the puts until {@link #commit}
 * writes them in one transaction, which is therefore short and can be retried.
 */
public final class ArrayBatch implements Batch {
  /** The number of attempts of a transaction that conflicts with others. */
  public static final int ATTEMPTS = 100;

  private static final Comparator<Put> BY_KEY =
      Comparator.comparing(Put::key, Arrays::compareUnsigned);

  private final List<Put> puts = new ArrayList<>();
  private final boolean sorts;
  private final Consumer<List<Put>> transaction;

  /**
   * A collected put.
   *
   * @param key owned by the batch
   * @param value owned by the batch
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Put(byte[] key, byte[] value) {}

  private ArrayBatch(boolean sorts, Consumer<List<Put>> transaction) {
    this.sorts = sorts;
    this.transaction = transaction;
  }

  /**
   * A batch in the order in which it was filled.
   *
   * @param transaction stores all puts or none
   */
  public static ArrayBatch inOrder(Consumer<List<Put>> transaction) {
    return new ArrayBatch(false, transaction);
  }

  /**
   * A batch in the order of keys, for engines that lock single records: transactions that lock in
   * the same order do not deadlock.
   */
  public static ArrayBatch sorted(Consumer<List<Put>> transaction) {
    return new ArrayBatch(true, transaction);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    puts.add(new Put(HeapBytes.of(key), HeapBytes.of(value)));
  }

  @Override
  public void commit() {
    if (puts.isEmpty()) {
      return;
    }
    if (sorts) {
      // Stable: of two puts of a key the later one stays the later.
      puts.sort(BY_KEY);
    }
    try {
      transaction.accept(puts);
    } finally {
      puts.clear();
    }
  }

  @Override
  public void close() {
    puts.clear();
  }
}
