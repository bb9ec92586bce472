package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.BulkLoader;
import java.nio.ByteBuffer;

/** Puts many records in each write. */
final class CLoader implements BulkLoader {
  // As many as db_bench's fillbatch, and no more than a part of a write buffer.
  private static final int RECORDS_A_BATCH = 1000;
  private static final long BYTES_A_BATCH = 1 << 20;

  private final CommonCalls calls;
  private final long db;
  private final long writeOptions;
  private final long batch;
  private final Results results;
  private int records;
  private long bytes;

  CLoader(String engine, CommonCalls calls, long db, long writeOptions) {
    this.calls = calls;
    this.db = db;
    this.writeOptions = writeOptions;
    this.batch = calls.writebatchCreate();
    this.results = new Results(engine, calls);
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    calls.writebatchPut(
        batch, Addresses.of(key), key.remaining(), Addresses.of(value), value.remaining());
    bytes += key.remaining() + value.remaining();
    if (++records == RECORDS_A_BATCH || bytes >= BYTES_A_BATCH) {
      write();
    }
  }

  private void write() {
    calls.write(db, writeOptions, batch, results.error());
    results.check("load");
    calls.writebatchClear(batch);
    records = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    try {
      write();
    } finally {
      calls.writebatchDestroy(batch);
      results.close();
    }
  }
}
