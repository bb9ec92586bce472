package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.BlockInputStream;
import dev.storagebench.datasets.input.ByteScan;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a dump as an XML parser may read them without harm from a bad page: no read goes
 * beyond the next {@code <page>} or {@code </mediawiki>}, and while a page is open the stream ends
 * there. After an error {@link #recover} moves on to that tag for a new parser. Tags may have a
 * prefix; those inside of comments and CDATA sections do not count.
 */
final class PageStream extends BlockInputStream {
  /** Enough to recognise a tag. */
  private static final int LOOK_AHEAD = 256;

  /** Bytes kept after they were read, to locate errors. */
  private static final int KEPT = 64 << 10;

  private static final int EXCERPT_BEFORE = 20;

  private static final byte[] PAGE = "page".getBytes(US_ASCII);
  private static final byte[] ROOT = "mediawiki".getBytes(US_ASCII);
  private static final byte[] COMMENT = "<!--".getBytes(US_ASCII);
  private static final byte[] CDATA = "<![CDATA[".getBytes(US_ASCII);

  private final InputStream in;
  private final String source;
  private final byte[] window = new byte[4 * KEPT];

  /** Unread bytes of the window. */
  private int position;

  private int limit;

  /** Bytes before the window. */
  private long windowOffset;

  /** Line ends before the index {@code counted}. */
  private long windowLines;

  private int counted;

  /** Where the parser started to read, in the input. */
  private long recovered;

  /** The line there, from 0. */
  private long parserLine;

  private boolean endOfInput;
  private boolean pageOpen;

  /** What a new parser reads first. */
  private byte[] start = {};

  private int startRead;

  /** The character that ends the current comment or CDATA section twice before {@code >}, or 0. */
  private char section;

  PageStream(InputStream in, String source) {
    this.in = in;
    this.source = source;
  }

  /** Told by the reader: whether a page has started and not ended. */
  void setPageOpen(boolean open) {
    pageOpen = open;
  }

  /** Whether a page has started and not ended. */
  boolean pageOpen() {
    return pageOpen;
  }

  /** Whether all of the input has been read. */
  boolean atEnd() {
    return endOfInput && position == limit;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read;
    if (startRead < start.length) {
      read = Math.min(length, start.length - startRead);
      System.arraycopy(start, startRead, into, offset, read);
      startRead += read;
      return read;
    }
    if (!fill() || (pageOpen && isAfterStop())) {
      return -1;
    }
    int end = Math.min(position + length, safeLimit());
    int stop = stop(position + (isStop(position) ? 1 : 0), end);
    // With the '<', which ends a text before it.
    read = Math.min(stop + 1, end) - position;
    System.arraycopy(window, position, into, offset, read);
    position += read;
    return read;
  }

  /**
   * Moves to the next {@code <page>} or {@code </mediawiki>}.
   *
   * @param start what a new parser shall read before it
   * @return false if the input ends first
   */
  boolean recover(byte[] start) throws IOException {
    section = 0;
    pageOpen = false;
    this.start = start;
    startRead = 0;
    if (isAfterStop() && windowOffset + position - 1 > recovered) {
      position--;
    }
    while (fill()) {
      position = stop(position, safeLimit());
      if (position < limit && isStop(position)) {
        recovered = windowOffset + position;
        parserLine = line();
        return true;
      }
    }
    return false;
  }

  private boolean isAfterStop() {
    return position > 0 && isStop(position - 1);
  }

  /** The number of line ends before the position, counted on from the last call. */
  private long line() {
    windowLines +=
        counted <= position
            ? ByteScan.count(window, counted, position, (byte) '\n')
            : -ByteScan.count(window, position, counted, (byte) '\n');
    counted = position;
    return windowLines;
  }

  /** The place of what the parser reads next. */
  Place place() {
    return new Place(source, line() + 1, windowOffset + position - (isAfterStop() ? 1 : 0));
  }

  /**
   * The place of a parser's location, not far before what it has read.
   *
   * @param line from 1
   * @param column in characters, from 1
   */
  Place place(int line, int column) {
    int at = position;
    int characters = column - 1;
    if (line == 1) {
      at = (int) Math.max(0, recovered - windowOffset);
      characters -= start.length;
    } else {
      for (long back = line() - parserLine - line + 1; at > 0; at--) {
        if (window[at - 1] == '\n' && back-- == 0) {
          break;
        }
      }
    }
    for (; characters > 0 && at < position; characters--) {
      do {
        at++;
      } while (at < position && (window[at] & 0xc0) == 0x80);
    }
    return new Place(source, parserLine + line, windowOffset + at);
  }

  /** The bytes around a place that was returned last. */
  String excerpt(Place place) {
    int at = (int) (place.byteOffset() - windowOffset);
    return Excerpt.of(window, Math.max(0, at - EXCERPT_BEFORE), limit);
  }

  /** Reads until tags at the position can be recognised; false at the end of the input. */
  private boolean fill() throws IOException {
    while (limit - position < LOOK_AHEAD && !endOfInput) {
      if (window.length - limit < LOOK_AHEAD) {
        int dropped = position - KEPT;
        line();
        counted -= dropped;
        windowOffset += dropped;
        System.arraycopy(window, dropped, window, 0, limit - dropped);
        position -= dropped;
        limit -= dropped;
      }
      int read = in.read(window, limit, window.length - limit);
      endOfInput = read < 0;
      limit += Math.max(0, read);
    }
    return position < limit;
  }

  /** Up to where tags can be recognised. */
  private int safeLimit() {
    return endOfInput ? limit : Math.max(position + 1, limit - LOOK_AHEAD);
  }

  /** The first index in {@code [from, to)} of a tag that stops the parser, else {@code to}. */
  private int stop(int from, int to) {
    for (int i = from; i < to; i++) {
      i = ByteScan.indexOf(window, i, to, (byte) (section == 0 ? '<' : '>'));
      if (i == to) {
        break;
      }
      if (section != 0) {
        if (i >= 2 && window[i - 1] == section && window[i - 2] == section) {
          section = 0;
        }
      } else if (startsWith(i, COMMENT)) {
        section = '-';
      } else if (startsWith(i, CDATA)) {
        section = ']';
      } else if (isStop(i)) {
        return i;
      }
    }
    return to;
  }

  /** Whether {@code <page} or {@code </mediawiki} stands at an index, with any prefix. */
  private boolean isStop(int index) {
    if (window[index] != '<') {
      return false;
    }
    boolean end = index + 1 < limit && window[index + 1] == '/';
    int name = index + (end ? 2 : 1);
    int i = name;
    while (i < limit && i - name < LOOK_AHEAD - 2 && isNameByte(window[i])) {
      i++;
      if (window[i - 1] == ':') {
        name = i;
      }
    }
    byte[] wanted = end ? ROOT : PAGE;
    return Arrays.equals(window, name, i, wanted, 0, wanted.length);
  }

  private boolean startsWith(int index, byte[] text) {
    return limit - index >= text.length
        && Arrays.equals(window, index, index + text.length, text, 0, text.length);
  }

  private static boolean isNameByte(byte b) {
    return b > ' ' ? b != '>' && b != '/' && b != '<' : b < 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
