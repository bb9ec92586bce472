package dev.storagebench.core.engine;

/** An open key-value store, for any number of threads, each with a session of its own. */
public interface KeyValueStore extends Store {

  /** Opens a session for the calling thread, which must close it before the store is closed. */
  Session session();

  /** By default, puts through a session. */
  @Override
  default BulkLoader loader() {
    return BulkLoader.over(session());
  }
}
