package dev.storagebench.core.engine;

/** An open store of keys and values. Safe for any number of threads, each with its own session. */
public interface KeyValueStore extends Store {

  /** Opens a session for the calling thread, which must also close it, before the store. */
  Session session();

  /** By default, a session's puts. */
  @Override
  default BulkLoader loader() {
    return BulkLoader.over(session());
  }
}
