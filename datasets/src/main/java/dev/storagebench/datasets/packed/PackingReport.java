package dev.storagebench.datasets.packed;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was met while packing.
 *
 * @param recordsRead good records in the input, those with equal keys included
 * @param badRecords records left out because they could not be parsed
 * @param firstBadRecords the first of them, each as its place and problem
 * @param duplicateKeys records whose key had been seen before: {@code recordsRead} less the number
 *     of different keys
 * @param notes what else the reader counted, by name
 */
public record PackingReport(
    long recordsRead,
    long badRecords,
    List<String> firstBadRecords,
    long duplicateKeys,
    Map<String, Long> notes) {

  /** Copies the list and, sorted by name, the notes. */
  public PackingReport {
    firstBadRecords = List.copyOf(firstBadRecords);
    notes = Collections.unmodifiableMap(new TreeMap<>(notes));
  }
}
