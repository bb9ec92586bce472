package dev.storagebench.core.text;

import dev.storagebench.datasets.Excerpt;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Refusal of names that do not exist: with the nearest one that does, and all of them. */
public final class NearestName {
  private static final int MAX_DISTANCE = 3;

  private NearestName() {}

  /**
   * A name that has to be one of the valid ones.
   *
   * @param kind what is named, for example {@code parameter}
   * @throws IllegalArgumentException if it is none; the message lists the valid ones
   */
  public static String require(String kind, String name, Collection<String> valid) {
    if (!valid.contains(name)) {
      throw unknown(kind, name, valid);
    }
    return name;
  }

  /**
   * The exception for an unknown name.
   *
   * @param kind what is named, for example {@code parameter}
   */
  public static IllegalArgumentException unknown(
      String kind, String name, Collection<String> valid) {
    return new IllegalArgumentException(
        "unknown %s '%s'%s (valid: %s)"
            .formatted(
                kind,
                Excerpt.shortened(name),
                of(name, valid).map(each -> "; did you mean " + each + "?").orElse(""),
                String.join(", ", valid)));
  }

  /**
   * The valid name that was probably meant: it differs in at most every third character, or is
   * longer or shorter at its end.
   */
  public static Optional<String> of(String name, Collection<String> valid) {
    String wanted = name.toLowerCase(Locale.ROOT);
    int most = Math.min(MAX_DISTANCE, (letters(wanted) + 2) / 3);
    LevenshteinDistance distance = new LevenshteinDistance(most);
    Comparator<String> byDistance =
        Comparator.comparingInt(
            each -> {
              int changes = distance.apply(wanted, each.toLowerCase(Locale.ROOT));
              return changes < 0 ? Integer.MAX_VALUE : changes;
            });
    return valid.stream()
        .filter(
            each -> {
              String one = each.toLowerCase(Locale.ROOT);
              return distance.apply(wanted, one) >= 0
                  || (letters(wanted) >= MAX_DISTANCE && one.startsWith(wanted))
                  || (letters(one) >= MAX_DISTANCE && wanted.startsWith(one));
            })
        .min(byDistance);
  }

  private static int letters(String name) {
    return name.replace("-", "").length();
  }
}
