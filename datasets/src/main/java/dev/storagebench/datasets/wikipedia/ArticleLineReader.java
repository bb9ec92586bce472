package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.LineReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Articles a line each: {@code 'title'<TAB>'text'}. Inside the quotes {@code \n}, {@code \t},
 * {@code \r}, {@code \0} and {@code \Z} stand for control characters as in MySQL, and a backslash
 * before any other character for that character. A quote without a backslash is part of the text
 * unless it is the last.
 */
final class ArticleLineReader extends LineReader {

  /** Owns the stream. */
  ArticleLineReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_VALUE_BYTES, options);
  }

  @Override
  protected boolean parse() throws IOException {
    if (!nextFilled()) {
      return false;
    }
    parse(lines.array(), lines.start(), lines.end());
    return true;
  }

  private void parse(byte[] line, int start, int lineEnd) throws BadInputException {
    int end = line[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    int tab = ByteScan.indexOf(line, start, end, (byte) '\t');
    if (!isQuoted(line, start, tab) || tab == end || !isQuoted(line, tab + 1, end)) {
      throw new BadInputException(lines.place(), "expected a line of the form 'title'<TAB>'text'");
    }
    clear();
    unescape(line, start + 1, tab - 1, key);
    unescape(line, tab + 2, end - 1, value);
    requireSizes(lines.place());
    if (value.length() == 0) {
      counts().note("empty texts");
    }
  }

  private static boolean isQuoted(byte[] line, int start, int end) {
    return end - start >= 2 && line[start] == '\'' && line[end - 1] == '\'';
  }

  /** Replaces the escapes in place: the result is never longer. */
  private void unescape(byte[] line, int start, int end, RecordBytes into)
      throws BadInputException {
    String what = into == key ? "title" : "text";
    int read = ByteScan.indexOf(line, start, end, (byte) '\\');
    int written = read;
    while (read < end) {
      // At a backslash; the one that escapes the closing quote leaves the line open.
      if (read + 1 == end) {
        throw new BadInputException(lines.place(), "the " + what + " has no closing quote");
      }
      line[written++] = unescape(line[read + 1]);
      read += 2;
      int next = ByteScan.indexOf(line, read, end, (byte) '\\');
      System.arraycopy(line, read, line, written, next - read);
      written += next - read;
      read = next;
    }
    int malformed = indexOfMalformed(line, start, written);
    if (malformed < written) {
      throw new BadInputException(
          lines.place(),
          "the %s at its byte %,d: %s"
              .formatted(what, malformed - start, BadInputException.NOT_UTF_8));
    }
    into.append(line, start, written);
  }

  /** The index of the first byte in {@code [from, to)} that is not UTF-8; {@code to} if none. */
  private static int indexOfMalformed(byte[] bytes, int from, int to) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(Math.min(to - from, 8192) + 1);
    while (decoder.decode(in, out.clear(), true).isOverflow()) {
      // Only the position matters.
    }
    return in.position();
  }

  private static byte unescape(byte escaped) {
    return (byte)
        switch (escaped) {
          case 'n' -> '\n';
          case 't' -> '\t';
          case 'r' -> '\r';
          case '0' -> 0;
          case 'Z' -> 0x1a;
          default -> escaped;
        };
  }
}
