package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.BlockInputStream;
import dev.storagebench.datasets.input.ByteScan;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a dump into its pages, each a document of its own for the parser: reads end behind {@code
 * </page>}, or before the next {@code <page>} or {@code </mediawiki>} where that is missing. So a
 * bad page harms no other. Tags may have a prefix. Those in comments and CDATA sections count too:
 * MediaWiki writes neither.
 */
final class PageStream extends BlockInputStream {
  /** Enough to recognise a tag. */
  private static final int LOOK_AHEAD = 256;

  private final InputStream in;
  private final String source;
  private final byte[] window = new byte[256 << 10];

  /** Unread bytes of the window; those before {@code stop} belong to the page. */
  private int position;

  private int stop;
  private int limit;

  /** Bytes before the window. */
  private long windowOffset;

  /** Line ends before the position. */
  private long lines;

  private boolean begun;
  private boolean rootOpen;
  private boolean pageEnded = true;
  private boolean endOfInput;

  PageStream(InputStream in, String source) {
    this.in = in;
    this.source = source;
  }

  /**
   * Leaves the current page and moves to the start tag of the next.
   *
   * @return false at the end of the input
   * @throws BadInputException if this is no MediaWiki export
   */
  boolean nextPage() throws IOException {
    while (fill()) {
      moveTo(ByteScan.indexOf(window, position, safeLimit(), (byte) '<'));
      String tag = tag(position);
      if (tag.equals("<page")) {
        begun = true;
        pageEnded = false;
        stop = position + 1;
        return true;
      }
      if (!tag.isEmpty()) {
        requireRoot(tag);
        rootOpen = tag.equals("<mediawiki") || (rootOpen && !tag.equals("</mediawiki"));
        moveTo(position + 1);
      }
    }
    return false;
  }

  private void requireRoot(String tag) throws BadInputException {
    if (!begun && !tag.startsWith("<?") && !tag.startsWith("<!")) {
      begun = true;
      if (!tag.equals("<mediawiki")) {
        throw BadInputException.damage(
            place(), "root element " + Excerpt.printable(tag) + ">, expected <mediawiki>", null);
      }
    }
  }

  /** Whether the input has ended inside of the page. */
  boolean isPageCutOff() {
    return endOfInput && position == limit && !pageEnded;
  }

  /** Whether {@code </mediawiki>} is still to come. */
  boolean isRootOpen() {
    return rootOpen;
  }

  /** The place of what is read next. */
  Place place() {
    return new Place(source, lines + 1, windowOffset + position);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (position == stop && !pageEnded && fill()) {
      findStop();
    }
    int read = Math.min(length, stop - position);
    System.arraycopy(window, position, into, offset, read);
    moveTo(position + read);
    return read == 0 ? -1 : read;
  }

  /** Finds how far the bytes at hand belong to the page. */
  private void findStop() {
    int end = safeLimit();
    stop = ByteScan.indexOf(window, position, end, (byte) '<');
    while (stop < end) {
      String tag = tag(stop);
      pageEnded = tag.equals("</page") || tag.equals("<page") || tag.equals("</mediawiki");
      if (pageEnded) {
        if (tag.equals("</page")) {
          int close = ByteScan.indexOf(window, stop, limit, (byte) '>');
          pageEnded = close < limit;
          stop = Math.min(limit, close + 1);
        }
        return;
      }
      stop = ByteScan.indexOf(window, stop + 1, end, (byte) '<');
    }
  }

  /** The beginning of the tag at an index, without a prefix; empty if there is none. */
  private String tag(int index) {
    if (index >= limit || window[index] != '<') {
      return "";
    }
    boolean end = index + 1 < limit && window[index + 1] == '/';
    int name = index + (end ? 2 : 1);
    int i = name;
    while (i < limit && i - index < LOOK_AHEAD && isNameByte(window[i])) {
      i++;
      if (window[i - 1] == ':') {
        name = i;
      }
    }
    return (end ? "</" : "<") + new String(window, name, i - name, ISO_8859_1);
  }

  private static boolean isNameByte(byte b) {
    return b > ' ' ? b != '>' && b != '/' && b != '<' : b < 0;
  }

  private void moveTo(int index) {
    lines += ByteScan.count(window, position, index, (byte) '\n');
    position = index;
  }

  /** Up to where tags can be recognised. */
  private int safeLimit() {
    return endOfInput ? limit : Math.max(position + 1, limit - LOOK_AHEAD);
  }

  /** Reads until a tag at the position can be recognised; false at the end of the input. */
  private boolean fill() throws IOException {
    while (limit - position < LOOK_AHEAD && !endOfInput) {
      if (limit == window.length) {
        System.arraycopy(window, position, window, 0, limit - position);
        windowOffset += position;
        limit -= position;
        stop -= position;
        position = 0;
      }
      int read = in.read(window, limit, window.length - limit);
      endOfInput = read < 0;
      limit += Math.max(0, read);
    }
    return position < limit;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
