package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import java.nio.ByteBuffer;
import jetbrains.exodus.ExodusException;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.Transaction;

/** Puts many records in each transaction. */
final class XodusLoader implements BulkLoader {
  // A transaction keeps its values on the heap until it is written.
  private static final long BYTES_PER_TRANSACTION = 8L << 20;

  private final Store records;
  private final Transaction write;
  private long bytes;

  XodusLoader(Environment environment, Store records) {
    this.records = records;
    this.write = environment.beginExclusiveTransaction();
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    try {
      records.put(write, XodusSession.iterable(key), XodusSession.iterable(value));
      bytes += key.remaining() + value.remaining();
      if (bytes > BYTES_PER_TRANSACTION) {
        done(write.flush());
        bytes = 0;
      }
    } catch (ExodusException e) {
      throw XodusStore.failure("load", e);
    }
  }

  private static void done(boolean written) {
    if (!written) {
      throw new EngineException("xodus: cannot load: an exclusive transaction was refused");
    }
  }

  @Override
  public void close() {
    try {
      done(write.commit());
    } catch (ExodusException e) {
      throw XodusStore.failure("load", e);
    }
  }
}
