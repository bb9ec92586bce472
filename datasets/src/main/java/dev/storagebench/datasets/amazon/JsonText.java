package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.input.ByteScan;

/**
 * Turns the inside of a checked JSON string into the UTF-8 it stands for. Half a surrogate pair,
 * which JSON can write and UTF-8 cannot, becomes U+FFFD.
 */
final class JsonText {
  private static final int REPLACEMENT = 0xfffd;

  private boolean replaced;
  private boolean separator;

  /** Begins a new record. */
  void begin() {
    replaced = false;
    separator = false;
  }

  /** Notes what the record's texts contained. */
  void takeNotes(ReadCounts notes) {
    if (replaced) {
      notes.note("lone surrogates replaced");
    }
    if (separator) {
      notes.note("separator inside a field");
    }
  }

  /** Appends what {@code [from, to)} stands for. */
  void append(byte[] bytes, int from, int to, RecordBytes into) {
    int i = from;
    while (true) {
      int backslash = ByteScan.indexOf(bytes, i, to, (byte) '\\');
      into.append(bytes, i, backslash);
      if (backslash == to) {
        return;
      }
      byte kind = bytes[backslash + 1];
      if (kind == 'u') {
        i = appendUnit(bytes, backslash, to, into);
      } else {
        into.append(simple(kind));
        i = backslash + 2;
      }
    }
  }

  private static byte simple(byte kind) {
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> kind;
    };
  }

  /** Appends one UTF-16 unit or a pair of them; the index behind. */
  private int appendUnit(byte[] bytes, int backslash, int to, RecordBytes into) {
    char unit = unit(bytes, backslash);
    int next = backslash + 6;
    if (!Character.isSurrogate(unit)) {
      separator |= unit == AmazonFormat.SEPARATOR;
      into.appendCodePoint(unit);
      return next;
    }
    if (Character.isHighSurrogate(unit)
        && next + 6 <= to
        && bytes[next] == '\\'
        && bytes[next + 1] == 'u') {
      char low = unit(bytes, next);
      if (Character.isLowSurrogate(low)) {
        into.appendCodePoint(Character.toCodePoint(unit, low));
        return next + 6;
      }
    }
    replaced = true;
    into.appendCodePoint(REPLACEMENT);
    return next;
  }

  private static char unit(byte[] bytes, int backslash) {
    int unit = 0;
    for (int i = backslash + 2; i < backslash + 6; i++) {
      unit = (unit << 4) | Character.digit(bytes[i], 16);
    }
    return (char) unit;
  }
}
