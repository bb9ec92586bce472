package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.Excerpt;

/**
 * A strict reader of one JSON text (RFC 8259) in UTF-8 (RFC 3629), held in a byte range. It moves
 * on value by value and allocates nothing; everything it passes has been checked, escapes and
 * encoding too.
 *
 * <p>It exists for speed: strings, nearly all of a review, are passed by {@link PlainText}. The
 * tests compare it with Jackson.
 */
final class JsonScanner {
  /** How deep arrays and objects may nest inside a value. */
  static final int MAX_DEPTH = 512;

  private final Elements elements;
  private final boolean[] insideObject = new boolean[MAX_DEPTH];
  private byte[] bytes;
  private int position;
  private int end;

  /** Whether a line end is still to be met, which will be the end. */
  private boolean open;

  /** The string passed last, without its quotes. */
  private int stringStart;

  private int stringEnd;
  private boolean escaped;

  /** Reads the current one of these elements after each {@link #begin}. */
  JsonScanner(Elements elements) {
    this.elements = elements;
    this.bytes = elements.array();
  }

  /** Goes to the start of the current element. */
  void begin() {
    bytes = elements.array();
    position = elements.start();
    end = elements.end();
    open = false;
  }

  /** Goes to the start of the current element, which ends at the first line end that is met. */
  void beginOpen() {
    begin();
    open = true;
  }

  /** Whether the element's end has not been met since {@link #beginOpen}. */
  boolean isOpen() {
    return open;
  }

  /** What is read next. */
  int position() {
    return position;
  }

  /** Goes on behind what somebody else has checked and passed. */
  void goTo(int next) {
    position = next;
  }

  /** Where the bytes end that may be read. */
  int end() {
    return end;
  }

  /** The next byte after white space, not yet passed; 0 at the end. */
  byte peek() {
    int i = position;
    if (i < end && bytes[i] > ' ') {
      return bytes[i];
    }
    // Python writes one space behind every comma and colon.
    if (i + 1 < end && bytes[i] == ' ' && bytes[i + 1] > ' ') {
      position = i + 1;
      return bytes[i + 1];
    }
    position = skipSpace(bytes, i, end);
    if (open) {
      stopAtLineEnd(i);
    }
    return position < end ? bytes[position] : 0;
  }

  /** Ends the element at the first line end in the white space that was passed, if any. */
  private void stopAtLineEnd(int from) {
    int lineEnd = ByteScan.indexOf(bytes, from, position, (byte) '\n');
    if (lineEnd < position) {
      position = lineEnd;
      end = lineEnd;
      open = false;
    }
  }

  /** Passes this byte after white space. */
  void expect(char wanted, String where) throws BadInputException {
    if (peek() != wanted) {
      throw malformed("'%c' expected %s".formatted(wanted, where));
    }
    position++;
  }

  /** Passes white space, one of the two bytes, and tells whether it was the first. */
  boolean expectEither(char first, char second, String where) throws BadInputException {
    byte next = peek();
    if (next != first && next != second) {
      throw malformed("'%c' or '%c' expected %s".formatted(first, second, where));
    }
    position++;
    return next == first;
  }

  /** Passes the white space to the end of the text. */
  void expectEnd() throws BadInputException {
    peek();
    if (position < end) {
      throw malformed("the end of the record expected after its object");
    }
  }

  /** Passes a string that begins at {@link #position}. */
  void passString() throws BadInputException {
    int i = position + 1;
    stringStart = i;
    escaped = false;
    while (true) {
      i = PlainText.end(bytes, i, end);
      if (i >= end) {
        position = end;
        throw malformed("'\"' expected at the end of a string");
      }
      byte stop = bytes[i];
      if (stop == '"') {
        stringEnd = i;
        position = i + 1;
        return;
      }
      if (stop == '\\') {
        escaped = true;
        i = passEscape(i);
      } else if (stop < 0) {
        i = passSequence(i);
      } else {
        position = i;
        throw malformed("a control character in a string must be written as an escape");
      }
    }
  }

  private int passEscape(int backslash) throws BadInputException {
    int next = backslash + 1 < end ? bytes[backslash + 1] : 0;
    if (next == 'u') {
      for (int i = backslash + 2; i < backslash + 6; i++) {
        if (i >= end || Character.digit(bytes[i], 16) < 0) {
          position = Math.min(i, end);
          throw malformed("four hexadecimal digits expected after '\\u'");
        }
      }
      return backslash + 6;
    }
    switch (next) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        return backslash + 2;
      }
      default -> {
        position = Math.min(backslash + 1, end);
        throw malformed("one of \"\\/bfnrtu expected after '\\'");
      }
    }
  }

  /** Passes one UTF-8 sequence of two to four bytes: the table of RFC 3629, section 4. */
  private int passSequence(int from) throws BadInputException {
    int lead = bytes[from] & 0xff;
    int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    int lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    int highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    boolean valid = length > 0 && from + length <= end && within(from + 1, lowest, highest);
    for (int i = 2; valid && i < length; i++) {
      valid = within(from + i, 0x80, 0xbf);
    }
    if (!valid) {
      throw new BadInputException(
          elements.place(from),
          "no valid UTF-8: "
              + Excerpt.of(bytes, from, Math.min(end, from + 4))
              + "; convert the file to UTF-8");
    }
    return from + length;
  }

  private boolean within(int index, int lowest, int highest) {
    int b = bytes[index] & 0xff;
    return b >= lowest && b <= highest;
  }

  /** Where the string passed last begins, behind its quote. */
  int stringStart() {
    return stringStart;
  }

  /** Where the string passed last ends, exclusive, before its quote. */
  int stringEnd() {
    return stringEnd;
  }

  /** Whether the string passed last contains escapes. */
  boolean escaped() {
    return escaped;
  }

  /** Passes a value of any kind and depth. */
  void passValue() throws BadInputException {
    int depth = 0;
    do {
      byte next = peek();
      if (next == '{' || next == '[') {
        if (depth == MAX_DEPTH) {
          throw malformed("values nested no deeper than %d expected".formatted(MAX_DEPTH));
        }
        position++;
        boolean object = next == '{';
        if (peek() == (object ? '}' : ']')) {
          position++;
        } else {
          insideObject[depth++] = object;
          if (object) {
            passName();
          }
          continue;
        }
      } else {
        passScalar(next);
      }
      while (depth > 0) {
        boolean object = insideObject[depth - 1];
        if (expectEither(',', object ? '}' : ']', "after a value")) {
          if (object) {
            passName();
          }
          break;
        }
        depth--;
      }
    } while (depth > 0);
  }

  /** Passes white space and, if it is there, this. */
  boolean passIfNext(NamePrefix prefix) {
    peek();
    if (!prefix.matches(bytes, position, end)) {
      return false;
    }
    position += prefix.length();
    return true;
  }

  /** Passes a field's name and the colon. */
  void passName() throws BadInputException {
    if (peek() != '"') {
      throw malformed("a field's name in double quotes expected");
    }
    passString();
    if (position < end && bytes[position] == ':') {
      position++;
    } else {
      expect(':', "after a field's name");
    }
  }

  private void passScalar(byte next) throws BadInputException {
    switch (next) {
      case '"' -> passString();
      case 't' -> passLiteral("true");
      case 'f' -> passLiteral("false");
      case 'n' -> passLiteral("null");
      default -> passNumber();
    }
  }

  private void passLiteral(String literal) throws BadInputException {
    for (int i = 0; i < literal.length(); i++) {
      if (position + i >= end || bytes[position + i] != literal.charAt(i)) {
        throw malformed("a value expected");
      }
    }
    position += literal.length();
  }

  private void passNumber() throws BadInputException {
    int i = position;
    if (i < end && bytes[i] == '-') {
      i++;
    }
    boolean leadingZero = i < end && bytes[i] == '0';
    int afterDigits = passDigits(i);
    i = leadingZero ? i + 1 : afterDigits;
    if (i < end && bytes[i] == '.') {
      i = passDigits(i + 1);
    }
    if (i < end && (bytes[i] | 0x20) == 'e') {
      i++;
      if (i < end && (bytes[i] == '+' || bytes[i] == '-')) {
        i++;
      }
      i = passDigits(i);
    }
    position = i;
  }

  private int passDigits(int from) throws BadInputException {
    int i = from;
    while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    if (i == from) {
      boolean begun = from > position;
      position = from;
      throw malformed(begun ? "a digit expected" : "a value expected");
    }
    return i;
  }

  /** The error at {@link #position}. */
  BadInputException malformed(String expected) {
    String found =
        position < end ? Excerpt.of(bytes, position, end) : "the end of the record (cut off?)";
    return new BadInputException(
        elements.place(position), "malformed JSON: " + expected + ", found " + found);
  }

  /** The first index in {@code [from, to)} of a byte that is no white space of JSON, or to. */
  static int skipSpace(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && isSpace(bytes[i])) {
      i++;
    }
    return i;
  }

  /** Whether this is one of JSON's four white space characters. */
  static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
