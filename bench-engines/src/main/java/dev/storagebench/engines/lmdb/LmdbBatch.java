package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.Batch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** One write transaction for each batch, from its first put on; other writers wait meanwhile. */
final class LmdbBatch implements Batch {
  private final LmdbStore store;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private @Nullable Txn<ByteBuffer> write;

  LmdbBatch(LmdbStore store, Env<ByteBuffer> env, Dbi<ByteBuffer> dbi) {
    this.store = store;
    this.env = env;
    this.dbi = dbi;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      if (write == null) {
        write = env.txnWrite();
      }
      dbi.put(write, key, value);
    } catch (LmdbException e) {
      close();
      throw store.failure("add to a batch", e);
    }
  }

  @Override
  public void commit() {
    try {
      if (write != null) {
        write.commit();
      }
    } catch (LmdbException e) {
      throw store.failure("commit a batch", e);
    } finally {
      close();
    }
  }

  /** Ends the transaction, which undoes it unless it was committed. */
  @Override
  public void close() {
    if (write != null) {
      write.close();
      write = null;
    }
  }
}
