package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/** Puts many records, by one thread, in the fastest way the engine offers for it. */
public interface BulkLoader extends AutoCloseable {

  /** Adds a record; the buffers are direct and on the terms of {@link Session#put}. */
  void add(ByteBuffer key, ByteBuffer value);

  /** How many of the records that were added were there before; known once it is closed. */
  default long found() {
    return 0;
  }

  /** Completes the load: what was added is readable afterwards. */
  @Override
  void close();

  /** A loader that puts one record at a time through a session, which it closes. */
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
}
