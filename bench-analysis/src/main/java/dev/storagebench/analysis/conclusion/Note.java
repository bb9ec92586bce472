package dev.storagebench.analysis.conclusion;

/** A sentence on how to read a run's figures. */
public record Note(Kind kind, String text) {
  /** The kinds, the most important first: a terminal shows some of them only. */
  public enum Kind {
    NOTHING_MEASURED,
    NOTHING_RANKED,
    ONE_ROUND,
    MISSES,
    CONTROL,
    WEAKER,
    STRONGER,
    NOT_YET_WARM,
    BURST,
    UNWRITTEN_PAGES,
    NEVER_FLUSHED,
    OVER_CONNECTION,
    UNSUPPORTED,
    IN_MEMORY,
    HARNESS,
    WARM_UP,
    OVER_TIME;

    Note of(String text) {
      return new Note(this, text);
    }
  }
}
