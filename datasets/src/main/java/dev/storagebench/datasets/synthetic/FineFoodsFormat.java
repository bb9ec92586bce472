package dev.storagebench.datasets.synthetic;

/** Generated reviews like those of fine foods, values of 454 bytes on average. */
public final class FineFoodsFormat extends GeneratedFormat {
  /** For {@link java.util.ServiceLoader}. */
  public FineFoodsFormat() {
    super(GeneratedKind.FINEFOODS);
  }
}
