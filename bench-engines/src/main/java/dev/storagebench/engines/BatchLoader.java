package dev.storagebench.engines;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;

/** Loads records in batches of a limited number and size. */
final class BatchLoader implements BulkLoader {
  private static final int MAX_RECORDS = 10_000;

  private final Session session;
  private final Batch batch;
  private final long maxBytes;
  private int records;
  private long bytes;

  /**
   * Loads through a session, which it closes.
   *
   * @param maxBytes the size of a batch; keys and values together
   */
  BatchLoader(Session session, long maxBytes) {
    this.session = session;
    this.batch = session.batch();
    this.maxBytes = maxBytes;
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    batch.put(key, value);
    bytes += key.remaining() + value.remaining();
    if (++records == MAX_RECORDS || bytes >= maxBytes) {
      batch.commit();
      records = 0;
      bytes = 0;
    }
  }

  @Override
  public void close() {
    try (session;
        batch) {
      batch.commit();
    }
  }
}
