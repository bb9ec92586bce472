package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.BulkLoader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** Puts many records in each transaction. */
final class LmdbLoader implements BulkLoader {
  private static final int RECORDS_PER_TRANSACTION = 10_000;

  private final LmdbStore store;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private @Nullable Txn<ByteBuffer> write;
  private int records;

  LmdbLoader(LmdbStore store, Env<ByteBuffer> env, Dbi<ByteBuffer> dbi) {
    this.store = store;
    this.env = env;
    this.dbi = dbi;
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    try {
      if (write == null) {
        write = env.txnWrite();
      }
      dbi.put(write, key, value);
      if (++records % RECORDS_PER_TRANSACTION == 0) {
        commit();
      }
    } catch (LmdbException e) {
      throw store.failure("load", e);
    }
  }

  private void commit() {
    if (write != null) {
      write.commit();
      write.close();
      write = null;
    }
  }

  @Override
  public void close() {
    commit();
  }
}
