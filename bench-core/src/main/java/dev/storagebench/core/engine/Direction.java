package dev.storagebench.core.engine;

import java.util.Arrays;
import java.util.Locale;

/** Which way a scan goes through the keys in their unsigned byte order. */
public enum Direction {
  /** From the first key that is not before the given one, ascending. */
  FORWARD,
  /** From the last key that is not after the given one, descending. */
  BACKWARD;

  /**
   * The direction of this name, in any case.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static Direction parse(String name) {
    for (Direction candidate : values()) {
      if (candidate.name().equalsIgnoreCase(name)) {
        return candidate;
      }
    }
    throw new IllegalArgumentException(
        "direction '%s' is not one of %s"
            .formatted(
                name,
                Arrays.stream(values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .toList()));
  }
}
