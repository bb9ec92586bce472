package dev.storagebench.datasets.synthetic;

/** Generated reviews like those of films, values of 1 KB on average. */
public final class ReviewsFormat extends GeneratedFormat {
  /** For {@link java.util.ServiceLoader}. */
  public ReviewsFormat() {
    super(GeneratedKind.REVIEWS);
  }
}
