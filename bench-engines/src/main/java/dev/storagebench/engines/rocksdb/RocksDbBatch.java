package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.Batch;
import java.nio.ByteBuffer;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB's own write batch, in native memory and used again. */
final class RocksDbBatch implements Batch {
  private final RocksDB db;
  private final WriteOptions writes;
  private final WriteBatch batch = new WriteBatch();

  RocksDbBatch(RocksDB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    int keyStart = key.position();
    int valueStart = value.position();
    try {
      batch.put(key, value);
    } catch (RocksDBException e) {
      batch.clear();
      throw RocksDbStore.failure("add to a batch", e);
    } finally {
      key.position(keyStart);
      value.position(valueStart);
    }
  }

  @Override
  public void commit() {
    try {
      db.write(writes, batch);
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("write a batch", e);
    } finally {
      batch.clear();
    }
  }

  @Override
  public void close() {
    batch.close();
  }
}
