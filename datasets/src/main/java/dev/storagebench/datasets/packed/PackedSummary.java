package dev.storagebench.datasets.packed;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Totals of a packed file.
 *
 * @param maxKeyBytes the longest key's length; 0 without records
 * @param maxValueBytes the longest value's length; 0 without records
 * @param digest 16 lower-case hexadecimal digits that stand for all records and their order: {@code
 *     d = XXH64(value, seed = XXH64(key, seed = d))} for one record after the other, from {@code d
 *     = 0}. It depends on nothing else, so two files with the same records have the same digest.
 * @param notes what reading the data set counted besides, by name: records left out, empty values
 */
public record PackedSummary(
    long records,
    long keyBytes,
    long valueBytes,
    int maxKeyBytes,
    int maxValueBytes,
    String digest,
    @Nullable Map<String, Long> notes) {
  /** The note of records that were left out because a later one has the same key. */
  public static final String DUPLICATES = "earlier records with an equal key left out";

  /** Sorts the notes by name; a run recorded before there were any has null. */
  public PackedSummary {
    notes = notes == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(notes));
  }

  /** Records left out because a later one has the same key. */
  public long duplicates() {
    return notes.getOrDefault(DUPLICATES, 0L);
  }

  /** The totals and the notes for people, on one line. */
  public String text() {
    return "%,d records, %,d bytes in keys and values".formatted(records, rawBytes())
        + notes.entrySet().stream()
            .map(each -> ", %,d %s".formatted(each.getValue(), each.getKey()))
            .collect(Collectors.joining());
  }

  /** The bytes of all keys and values, without any overhead of the file. */
  public long rawBytes() {
    return keyBytes + valueBytes;
  }
}
