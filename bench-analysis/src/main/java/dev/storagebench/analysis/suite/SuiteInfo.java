package dev.storagebench.analysis.suite;

import java.util.List;

/**
 * The part of a suite that a run stores, so that its page can be rendered again.
 *
 * @param name by which the command line names it
 * @param source where the experiment comes from, as a link or words; empty if it is our own
 * @param about what it is about, in a sentence or two
 * @param views in which its results are shown, in this order
 * @param published figures of others
 */
public record SuiteInfo(
    String name,
    String title,
    String source,
    String about,
    List<View> views,
    List<Published> published) {

  public SuiteInfo {
    views = List.copyOf(views);
    published = List.copyOf(published);
  }
}
