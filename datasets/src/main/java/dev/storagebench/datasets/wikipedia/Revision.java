package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.RecordReader;
import java.util.Arrays;

/** One of a page's revisions, as far as it matters here. Used again for the next. */
final class Revision {
  /** {@code 2014-10-26T04:50:23Z}, with room. */
  private static final int MAX_TIMESTAMP_BYTES = 64;

  /** What stands where the text should. */
  enum TextState {
    /** No {@code <text>} at all. */
    ABSENT,
    PRESENT,
    /** {@code <text deleted="deleted"/>}: hidden from the public. */
    DELETED,
    /** {@code <text bytes="123"/>}: in another dump; this one is a stub. */
    ELSEWHERE
  }

  final TextBuffer timestamp = new TextBuffer(MAX_TIMESTAMP_BYTES);
  final TextBuffer text = new TextBuffer(RecordReader.MAX_VALUE_BYTES);
  TextState state = TextState.ABSENT;

  void clear() {
    timestamp.clear();
    text.clear();
    state = TextState.ABSENT;
  }

  /** Whether it takes the place of one that stands before it; without timestamps it does. */
  boolean supersedes(Revision earlier) {
    // ISO 8601 in UTC sorts as text.
    return timestamp.length() == 0
        || Arrays.compare(
                timestamp.array(),
                0,
                timestamp.length(),
                earlier.timestamp.array(),
                0,
                earlier.timestamp.length())
            >= 0;
  }
}
