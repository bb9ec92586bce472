package dev.storagebench.core.workload;

import dev.storagebench.core.engine.EnumNames;

/** How operations choose their keys. */
public enum Distribution {
  /** All records with the same probability. */
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
    return EnumNames.parse(Distribution.class, "distribution", name);
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
