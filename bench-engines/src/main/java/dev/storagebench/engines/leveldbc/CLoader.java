package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.BulkLoader;
import java.nio.ByteBuffer;

/** Puts many records in each write. */
final class CLoader implements BulkLoader {
  // As many as db_bench's fillbatch, and no more than a part of a write buffer.
  private static final int RECORDS_A_BATCH = 1000;
  private static final long BYTES_A_BATCH = 1 << 20;

  private final CBatch batch;
  private int records;
  private long bytes;

  CLoader(String engine, CommonCalls calls, long db, long writeOptions) {
    this.batch = new CBatch(engine, calls, db, writeOptions);
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    batch.put(key, value);
    bytes += key.remaining() + value.remaining();
    if (++records == RECORDS_A_BATCH || bytes >= BYTES_A_BATCH) {
      batch.commit();
      records = 0;
      bytes = 0;
    }
  }

  @Override
  public void close() {
    try (batch) {
      batch.commit();
    }
  }
}
