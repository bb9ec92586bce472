package dev.storagebench.analysis.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a suite that a run stores, so that its page can be rendered again.
 *
 * @param name by which the command line names it
 * @param source where the experiment comes from, as a link or words; empty if it is our own
 * @param about what it is about, in a sentence or two
 * @param views in which its results are shown, in this order
 * @param published figures of others
 * @param scale of the published experiment, in words; empty if there is none
 * @param labels of values of dimensions, as the publication has them
 */
public record SuiteInfo(
    String name,
    String title,
    String source,
    String about,
    List<View> views,
    List<Published> published,
    String scale,
    Map<String, Map<String, String>> labels) {

  /** The information of a run without a suite. */
  public static final SuiteInfo NONE =
      new SuiteInfo("", "", "", "", List.of(), List.of(), "", Map.of());

  /** Runs of earlier versions lack the last ones. */
  public SuiteInfo {
    views = List.copyOf(views);
    published = List.copyOf(published);
    scale = scale == null ? "" : scale;
    labels = labels == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** Copy about something else. */
  public SuiteInfo titled(String other) {
    return new SuiteInfo(name, other, source, "", views, published, scale, labels);
  }

  /** Copy with the published figures and the labels of data sets of this size. */
  SuiteInfo sized(String placeholder, String size) {
    List<Published> sized = published.stream().map(one -> one.sized(placeholder, size)).toList();
    Map<String, Map<String, String>> named = new LinkedHashMap<>();
    labels.forEach(
        (dimension, values) ->
            values.forEach(
                (value, label) ->
                    named
                        .computeIfAbsent(dimension, any -> new LinkedHashMap<>())
                        .put(value.replace(placeholder, size), label)));
    return new SuiteInfo(name, title, source, about, views, sized, scale, named);
  }
}
