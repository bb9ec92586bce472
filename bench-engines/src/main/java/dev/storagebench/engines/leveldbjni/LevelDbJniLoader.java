package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.BulkLoader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/** Puts many records in each write. */
final class LevelDbJniLoader implements BulkLoader {
  private static final int RECORDS_A_BATCH = 1000;
  private static final long BYTES_A_BATCH = 1 << 20;

  private final DB db;
  private final WriteOptions writes;
  private WriteBatch batch;
  private int records;
  private long bytes;

  LevelDbJniLoader(DB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
    this.batch = db.createWriteBatch();
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    batch.put(LevelDbJniSession.bytes(key), LevelDbJniSession.bytes(value));
    bytes += key.remaining() + value.remaining();
    if (++records == RECORDS_A_BATCH || bytes >= BYTES_A_BATCH) {
      write();
      batch = db.createWriteBatch();
      records = 0;
      bytes = 0;
    }
  }

  private void write() {
    try (WriteBatch complete = batch) {
      db.write(complete, writes);
    } catch (IOException | DBException e) {
      throw LevelDbJniStore.failure("load", e);
    }
  }

  @Override
  public void close() {
    write();
  }
}
