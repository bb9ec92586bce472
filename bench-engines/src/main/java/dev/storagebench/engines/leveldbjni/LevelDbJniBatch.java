package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.HeapBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;
import org.jspecify.annotations.Nullable;

/** LevelDB's write batch; the binding cannot empty one, so each is a new one. */
final class LevelDbJniBatch implements Batch {
  private final DB db;
  private final WriteOptions writes;
  private @Nullable WriteBatch batch;

  LevelDbJniBatch(DB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    if (batch == null) {
      batch = db.createWriteBatch();
    }
    batch.put(HeapBytes.of(key), HeapBytes.of(value));
  }

  @Override
  public void commit() {
    try {
      if (batch != null) {
        db.write(batch, writes);
      }
    } catch (DBException e) {
      throw LevelDbJniStore.failure("write a batch", e);
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    try {
      if (batch != null) {
        batch.close();
      }
    } catch (IOException e) {
      throw LevelDbJniStore.failure("give up a batch", e);
    } finally {
      batch = null;
    }
  }
}
