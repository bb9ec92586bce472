package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Batch;
import java.nio.ByteBuffer;

/** The library's own write batch, used again. */
final class CBatch implements Batch {
  private final CommonCalls calls;
  private final long db;
  private final long writeOptions;
  private final long batch;
  private final OutParams results;

  CBatch(String engine, CommonCalls calls, long db, long writeOptions) {
    this.calls = calls;
    this.db = db;
    this.writeOptions = writeOptions;
    this.batch = calls.writebatchCreate();
    this.results = new OutParams(engine, calls);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    calls.writebatchPut(
        batch, Addresses.of(key), key.remaining(), Addresses.of(value), value.remaining());
  }

  @Override
  public void commit() {
    calls.write(db, writeOptions, batch, results.error());
    calls.writebatchClear(batch);
    results.check("write a batch");
  }

  @Override
  public void close() {
    calls.writebatchDestroy(batch);
    results.close();
  }
}
