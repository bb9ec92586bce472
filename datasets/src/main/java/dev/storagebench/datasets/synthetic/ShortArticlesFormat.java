package dev.storagebench.datasets.synthetic;

/** Generated articles in wikitext, 2.5 KB on average, half of them short redirects. */
public final class ShortArticlesFormat extends GeneratedFormat {
  /** For {@link java.util.ServiceLoader}. */
  public ShortArticlesFormat() {
    super(GeneratedKind.SHORT_ARTICLES);
  }
}
