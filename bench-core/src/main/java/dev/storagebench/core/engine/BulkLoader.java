package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** Loads many records from one thread, in the engine's fastest way. */
public interface BulkLoader extends AutoCloseable {

  /** Adds a record; the buffers are direct, and otherwise those of {@link Session#put}. */
  void add(ByteBuffer key, ByteBuffer value);

  /** Completes the load; all added records are then readable. */
  @Override
  void close();

  /** A loader that puts each record through a session, and closes the session. */
  static BulkLoader over(Session session) {
    return new BulkLoader() {
      @Override
      public void add(ByteBuffer key, ByteBuffer value) {
        session.put(key, value);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  /**
   * A loader that puts records through a batch of a session, and closes both.
   *
   * @param maxRecords after which it commits
   * @param maxBytes of keys and values after which it commits
   */
  static BulkLoader over(Session session, Batch batch, int maxRecords, long maxBytes) {
    return new BulkLoader() {
      private int records;
      private long bytes;

      @Override
      public void add(ByteBuffer key, ByteBuffer value) {
        batch.put(key, value);
        bytes += key.remaining() + value.remaining();
        if (++records == maxRecords || bytes >= maxBytes) {
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
    };
  }
}
