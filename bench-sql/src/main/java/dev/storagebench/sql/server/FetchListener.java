package dev.storagebench.sql.server;

/** Hears how far a fetch has come. */
@FunctionalInterface
public interface FetchListener {

  /**
   * Called about twice a second, by the fetching thread.
   *
   * @param soFarBytes bytes on disk so far
   * @param totalBytes bytes expected, not exactly known before the end
   */
  void fetched(long soFarBytes, long totalBytes);
}
