package dev.storagebench.datasets.inspect;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an input holds.
 *
 * @param input the input as it was given
 * @param format the format that reads it
 * @param form what people call its form
 * @param compression what it is compressed with
 * @param fileBytes its size on disk
 * @param records good records
 * @param badRecords records that could not be parsed
 * @param firstBadRecords the first of them, each as its place and problem
 * @param damage why the input could not be read to its end; empty if it was
 * @param notes what else the reader counted, by name
 * @param duplicateKeys good records whose key had been seen before
 * @param rawBytes the bytes of all keys and values
 * @param keyBytes how long the keys are
 * @param valueBytes how long the values are
 * @param valueRanges how many values lie between which powers of two
 * @param compressibility how well the records compress
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
    long rawBytes,
    SizeSummary keyBytes,
    SizeSummary valueBytes,
    List<SizeRange> valueRanges,
    Compressibility compressibility) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Copies the lists and, sorted by name, the notes. */
  public InspectionReport {
    firstBadRecords = List.copyOf(firstBadRecords);
    valueRanges = List.copyOf(valueRanges);
    notes = Collections.unmodifiableMap(new TreeMap<>(notes));
  }

  /** The report as indented JSON with the components' names; what is not known is null. */
  public String toJson() {
    return JSON.writeValueAsString(this) + "\n";
  }
}
