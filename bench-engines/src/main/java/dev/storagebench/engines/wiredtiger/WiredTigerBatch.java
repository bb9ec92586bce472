package dev.storagebench.engines.wiredtiger;

import com.kenai.jffi.MemoryIO;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.engines.wiredtiger.WiredTigerLibrary.Block;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Puts that wait in memory outside the heap until one transaction writes them: WiredTiger refuses
 * one that is in another's way, and it has to be repeated from its beginning.
 */
final class WiredTigerBatch implements Batch {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();
  private static final int FIRST_BYTES = 64 << 10;
  private static final int ATTEMPTS = 1000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000;

  private final WiredTigerLibrary library;
  private final WiredTigerSession session;
  private final long handle;
  private final long begin;
  private final long commit;
  private final long rollback;
  private final Block options = new Block(WiredTigerOptions.BATCH);
  // For each put: length of the key, length of the value, key, value.
  private ByteBuffer puts = ByteBuffer.allocateDirect(FIRST_BYTES);

  /**
   * A batch.
   *
   * @param handle the session's {@code WT_SESSION}
   */
  WiredTigerBatch(WiredTigerLibrary library, WiredTigerSession session, long handle) {
    this.library = library;
    this.session = session;
    this.handle = handle;
    HandleLayout layout = library.layout();
    this.begin = WiredTigerLibrary.method(handle, layout.beginTransaction());
    this.commit = WiredTigerLibrary.method(handle, layout.commitTransaction());
    this.rollback = WiredTigerLibrary.method(handle, layout.rollbackTransaction());
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    int keyBytes = key.remaining();
    int valueBytes = value.remaining();
    reserve(2 * Integer.BYTES + keyBytes + valueBytes);
    puts.putInt(keyBytes).putInt(valueBytes);
    append(key, keyBytes);
    append(value, valueBytes);
  }

  private void append(ByteBuffer bytes, int length) {
    puts.put(puts.position(), bytes, bytes.position(), length);
    puts.position(puts.position() + length);
  }

  private void reserve(int bytes) {
    if (bytes > puts.remaining()) {
      int capacity = Math.max(2 * puts.capacity(), Math.addExact(puts.position(), bytes));
      puts = ByteBuffer.allocateDirect(capacity).put(puts.flip());
    }
  }

  @Override
  public void commit() {
    int end = puts.position();
    try {
      for (int attempt = 1; end > 0 && !write(end); attempt++) {
        if (attempt == ATTEMPTS) {
          throw new EngineException(
              "wiredtiger: a batch was in others' way %,d times in a row".formatted(ATTEMPTS));
        }
        // The other one needs the time that a commit takes, and a processor.
        LockSupport.parkNanos(
            ThreadLocalRandom.current()
                .nextLong(Math.min(LONGEST_PAUSE_NANOS, 1000L << Math.min(attempt, 20))));
      }
    } finally {
      puts.clear();
    }
  }

  /** Tries to write everything; false if it was in another transaction's way and is undone. */
  private boolean write(int end) {
    library.check("begin a batch", WiredTigerLibrary.call(begin, handle, options.address()));
    long start = MEMORY.getDirectBufferAddress(puts);
    int result = 0;
    for (int at = 0; at < end && result == 0; ) {
      int keyBytes = puts.getInt(at);
      int valueBytes = puts.getInt(at + Integer.BYTES);
      long key = start + at + 2 * Integer.BYTES;
      result = session.insert(key, keyBytes, key + keyBytes, valueBytes);
      at += 2 * Integer.BYTES + keyBytes + valueBytes;
    }
    if (result == 0) {
      // One that fails has undone the transaction.
      result = WiredTigerLibrary.call(commit, handle, 0);
    } else {
      library.check("undo a batch", WiredTigerLibrary.call(rollback, handle, 0));
    }
    if (result == WiredTigerLibrary.ROLLBACK) {
      return false;
    }
    library.check("write a batch", result);
    return true;
  }

  @Override
  public void close() {
    options.close();
  }
}
