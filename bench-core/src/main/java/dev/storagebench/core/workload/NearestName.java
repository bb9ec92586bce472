package dev.storagebench.core.workload;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Messages about names that do not exist: with the nearest one that does, and all of them. */
public final class NearestName {
  private static final int MAX_DISTANCE = 3;

  private NearestName() {}

  /**
   * The exception for an unknown name.
   *
   * @param kind what is named, for example {@code parameter}
   */
  public static IllegalArgumentException unknown(
      String kind, String name, Collection<String> valid) {
    LevenshteinDistance distance = new LevenshteinDistance(MAX_DISTANCE);
    String wanted = name.toLowerCase(Locale.ROOT);
    String nearest =
        valid.stream()
            .filter(each -> distance.apply(wanted, each.toLowerCase(Locale.ROOT)) >= 0)
            .min(
                Comparator.comparingInt(
                    each -> distance.apply(wanted, each.toLowerCase(Locale.ROOT))))
            .map(each -> "; did you mean " + each + "?")
            .orElse("");
    return new IllegalArgumentException(
        "unknown %s '%s'%s (valid: %s)".formatted(kind, name, nearest, String.join(", ", valid)));
  }
}
