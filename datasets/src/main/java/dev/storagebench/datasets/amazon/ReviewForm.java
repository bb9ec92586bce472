package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.ByteScan;
import org.jspecify.annotations.Nullable;

/** The forms reviews were published in. */
enum ReviewForm {
  /** Blocks of {@code name: value} lines. */
  SNAP("SNAP blocks") {
    @Override
    ReviewParser parser(WatchedStream in, String source) {
      return new SnapParser(in, source);
    }
  },
  /** An object a line. */
  JSON_LINES("JSON lines") {
    @Override
    ReviewParser parser(WatchedStream in, String source) {
      return new JsonParser(new LineElements(in, source));
    }
  },
  /** One array of objects, laid out in any way. */
  JSON_ARRAY("JSON array") {
    @Override
    ReviewParser parser(WatchedStream in, String source) {
      return new JsonParser(new ArrayElements(in, source, RecordReader.MAX_VALUE_BYTES));
    }
  };

  private final String label;

  ReviewForm(String label) {
    this.label = label;
  }

  /** What people call it. */
  String label() {
    return label;
  }

  /** The parser of this form; it closes the stream. */
  abstract ReviewParser parser(WatchedStream in, String source);

  /**
   * The form of an input with these first bytes. The first line that looks like one of the forms
   * decides, so that one bad record at the start hides nothing; only JSON's brackets, which many
   * files contain somewhere, must come first or be followed by a quoted name.
   *
   * @return null if it is none
   */
  static @Nullable ReviewForm of(byte[] head) {
    boolean first = true;
    for (int at = byteOrderMark(head, 0, head.length); at < head.length; ) {
      int end = ByteScan.indexOf(head, at, head.length, (byte) '\n');
      int start = JsonScanner.skipSpace(head, at, end);
      if (start < end) {
        int next = JsonScanner.skipSpace(head, start + 1, head.length);
        boolean quoted = next < head.length && head[next] == '"';
        if (head[start] == '{' && (first || quoted)) {
          return JSON_LINES;
        }
        if (head[start] == '[' && first && opensArray(head, next)) {
          return JSON_ARRAY;
        }
        if (SnapField.begins(head, at, end)) {
          return SNAP;
        }
        first = false;
      }
      at = end + 1;
    }
    return null;
  }

  private static boolean opensArray(byte[] head, int next) {
    return next == head.length || head[next] == '{' || head[next] == ']';
  }

  /** The length of UTF-8's byte order mark if {@code [from, to)} begins with one, else 0. */
  static int byteOrderMark(byte[] bytes, int from, int to) {
    return to - from >= 3
            && bytes[from] == (byte) 0xef
            && bytes[from + 1] == (byte) 0xbb
            && bytes[from + 2] == (byte) 0xbf
        ? 3
        : 0;
  }
}
