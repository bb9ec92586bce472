package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.BulkLoader;
import java.nio.ByteBuffer;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.WriteOptions;

/** Puts many records in each write. */
final class LevelDbJniLoader implements BulkLoader {
  private static final int RECORDS_A_BATCH = 1000;
  private static final long BYTES_A_BATCH = 1 << 20;

  private final LevelDbJniBatch batch;
  private int records;
  private long bytes;

  LevelDbJniLoader(DB db, WriteOptions writes) {
    this.batch = new LevelDbJniBatch(db, writes);
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
    batch.commit();
  }
}
