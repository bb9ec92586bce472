package dev.storagebench.core.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the keys of operations are spread over the records. */
public enum Distribution {
  /** Every record alike. */
  UNIFORM,
  /** Zipf with exponent 0.99 over a scattered order of the records. */
  ZIPFIAN,
  /** Zipf with exponent 0.99, the last record of the data set being the most popular. */
  LATEST,
  /** sysbench's default: three quarters of the operations on the middle hundredth. */
  SPECIAL;

  /**
   * The distribution of this name, in any case.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static Distribution parse(String name) {
    for (Distribution candidate : values()) {
      if (candidate.name().equalsIgnoreCase(name)) {
        return candidate;
      }
    }
    throw new IllegalArgumentException(
        "no distribution '%s'; there are %s"
            .formatted(
                name,
                Arrays.stream(values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "))));
  }

  KeyChooser chooser(int records) {
    return switch (this) {
      case UNIFORM -> new KeyChooser.Uniform(records);
      case ZIPFIAN -> KeyChooser.Zipfian.scattered(records);
      case LATEST -> KeyChooser.Zipfian.latest(records);
      case SPECIAL -> new KeyChooser.Special(records);
    };
  }
}
