package dev.storagebench.core.maven;

/** Receives the progress of a download. */
@FunctionalInterface
public interface FetchListener {

  /** Ignores it. */
  FetchListener NONE = (what, soFarBytes, totalBytes) -> {};

  /**
   * Called about twice a second by the downloading thread.
   *
   * @param what the Maven coordinates
   * @param soFarBytes bytes on disk so far
   * @param totalBytes bytes expected, approximately; negative if unknown
   */
  void fetched(String what, long soFarBytes, long totalBytes);
}
