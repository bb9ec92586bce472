package dev.storagebench.datasets.packed;

/** Is told how far packing has come, about once per MiB, from the packing thread. */
@FunctionalInterface
public interface PackingProgress {
  /** Tells nobody. */
  PackingProgress NONE = (records, bytes) -> {};

  /**
   * Takes the totals so far.
   *
   * @param records good records read so far
   * @param bytes their keys' and values' bytes
   */
  void packed(long records, long bytes);
}
