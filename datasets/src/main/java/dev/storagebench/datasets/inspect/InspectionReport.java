package dev.storagebench.datasets.inspect;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * The contents of an input.
 *
 * @param form the variant of the format, for example {@code JSON lines}
 * @param records good records
 * @param firstBadRecords the first of them, each as its place and problem
 * @param damage why the input could not be read to its end; empty if it was
 * @param notes other counts of the reader, by name
 * @param duplicateKeys good records whose key had been seen before
 * @param keyWarning what to do about many of them; empty for few
 * @param rawBytes the bytes of all keys and values
 * @param keyBytes the lengths of the keys
 * @param valueBytes the lengths of the values
 */
public record InspectionReport(
    String input,
    String format,
    Optional<String> form,
    Optional<String> compression,
    OptionalLong fileBytes,
    long records,
    long badRecords,
    List<String> firstBadRecords,
    Optional<String> damage,
    Map<String, Long> notes,
    long duplicateKeys,
    Optional<String> keyWarning,
    long rawBytes,
    SizeSummary keyBytes,
    SizeSummary valueBytes) {
  /** Copies the lists and, sorted by name, the notes. */
  public InspectionReport {
    firstBadRecords = List.copyOf(firstBadRecords);
    notes = Collections.unmodifiableMap(new TreeMap<>(notes));
  }

  /**
   * A distribution of sizes in bytes. Percentiles below 2048 are exact; above, they are up to 0.1 %
   * too large. Minimum, maximum and mean are exact.
   */
  public record SizeSummary(
      long min, long p10, long p50, long p90, long p99, long p999, long max, double mean) {}

  /** The report as indented JSON with the components' names; what is not known is null. */
  public String toJson() {
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
  }
}
