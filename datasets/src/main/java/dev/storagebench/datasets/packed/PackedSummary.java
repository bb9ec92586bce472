package dev.storagebench.datasets.packed;

/**
 * Totals of a packed file.
 *
 * @param maxKeyBytes the longest key's length; 0 without records
 * @param maxValueBytes the longest value's length; 0 without records
 * @param digest 16 lower-case hexadecimal digits that stand for all records and their order: {@code
 *     d = XXH64(value, seed = XXH64(key, seed = d))} for one record after the other, from {@code d
 *     = 0}. It depends on nothing else, so two files with the same records have the same digest.
 */
public record PackedSummary(
    long records,
    long keyBytes,
    long valueBytes,
    int maxKeyBytes,
    int maxValueBytes,
    String digest) {

  /** The bytes of all keys and values, without any overhead of the file. */
  public long rawBytes() {
    return keyBytes + valueBytes;
  }
}
