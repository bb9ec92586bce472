package dev.storagebench.core.maven;

/** Hears how far a fetch has come. */
@FunctionalInterface
public interface FetchListener {

  /** Hears nothing. */
  FetchListener NONE = (what, soFarBytes, totalBytes) -> {};

  /**
   * Called about twice a second while something is fetched, by the fetching thread.
   *
   * @param what is fetched, as Maven names it
   * @param soFarBytes bytes on disk so far
   * @param totalBytes bytes expected, not exactly known before the end; negative if not known at
   *     all
   */
  void fetched(String what, long soFarBytes, long totalBytes);
}
