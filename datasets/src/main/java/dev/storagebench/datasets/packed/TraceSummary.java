package dev.storagebench.datasets.packed;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Totals of a packed trace.
 *
 * @param operations all of them
 * @param presentKeys the number of keys, the first in the record file, whose first operation needs
 *     a stored value
 * @param timed whether the operations have recorded times
 * @param lastNanos the time of the last operation, counted from the first
 * @param kinds the number of operations by the name that the trace gives them
 * @param skipped the number of operations left out, by reason
 */
public record TraceSummary(
    long operations,
    long presentKeys,
    boolean timed,
    long lastNanos,
    Map<String, Long> kinds,
    Map<String, Long> skipped) {

  public TraceSummary {
    kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
    skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
  }

  /** The number of operations left out. */
  public long allSkipped() {
    return skipped.values().stream().mapToLong(Long::longValue).sum();
  }
}
