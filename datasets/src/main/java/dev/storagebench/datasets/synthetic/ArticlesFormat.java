package dev.storagebench.datasets.synthetic;

/** Generated articles in wikitext, 28 KB on average, half of them short redirects. */
public final class ArticlesFormat extends GeneratedFormat {
  /** For {@link java.util.ServiceLoader}. */
  public ArticlesFormat() {
    super(GeneratedKind.ARTICLES);
  }
}
