package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** Loads many records from one thread, in the engine's fastest way. */
public interface BulkLoader extends AutoCloseable {

  /** Adds a record; the buffers are direct, and otherwise those of {@link Session#put}. */
  void add(ByteBuffer key, ByteBuffer value);

  /** The number of added records that were already stored; valid after {@link #close}. */
  default long found() {
    return 0;
  }

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

  /** A loader that puts so many records at once through a session, and closes the session. */
  static BulkLoader over(Session session, int records) {
    if (records == 1) {
      return over(session);
    }
    Batch batch = session.batch();
    return new BulkLoader() {
      private long added;

      @Override
      public void add(ByteBuffer key, ByteBuffer value) {
        batch.put(key, value);
        if (++added % records == 0) {
          batch.commit();
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
