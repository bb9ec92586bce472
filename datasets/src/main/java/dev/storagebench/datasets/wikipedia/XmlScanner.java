package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.input.ByteScan;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the XML that MediaWiki writes: elements, attributes, text, the five named entities and
 * numeric ones, CDATA sections; comments, processing instructions and a document type are passed
 * over. UTF-8 only; names have no prefix. There is no limit to the size or number of anything but a
 * tag.
 *
 * @see <a href="https://www.w3.org/TR/xml/">Extensible Markup Language 1.0</a>
 */
final class XmlScanner implements Closeable {
  /** What {@link #nextTag} has found. */
  enum Tag {
    START,
    END,
    /** A start and an end in one, as in {@code <text/>}. */
    EMPTY,
    END_OF_INPUT
  }

  /** The longest that is an entity: a six-digit number in base 16, and some leading zeroes. */
  private static final int MAX_ENTITY_BYTES = 16;

  private static final byte[] COMMENT = ascii("<!--");
  private static final byte[] CDATA = ascii("<![CDATA[");
  private static final byte[] PAGE = ascii("<page");
  private static final byte[] ROOT_END = ascii("</mediawiki");

  private final XmlWindow window;
  private Element element = Element.OTHER;
  private int nameStart;
  private int nameEnd;

  /** The attributes' bytes of the tag read last, valid until anything else is read. */
  private int attributesStart;

  private int attributesEnd;

  XmlScanner(XmlWindow window) {
    this.window = window;
  }

  /** The element of the tag read last. */
  Element element() {
    return element;
  }

  /** The name of the tag read last; to be called before anything else is read. */
  String name() {
    return new String(window.bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
  }

  /**
   * Reads the next tag; only white space may stand before it.
   *
   * @throws dev.storagebench.datasets.BadInputException if something else does
   */
  Tag nextTag() throws IOException {
    while (true) {
      skipSpace();
      if (!window.require(1)) {
        element = Element.OTHER;
        return Tag.END_OF_INPUT;
      }
      if (window.bytes[window.position] != '<') {
        throw window.bad("found " + excerpt() + " where a tag was expected");
      }
      if (!skipNoTag()) {
        return readTag();
      }
    }
  }

  /** Reads the next tag, whatever stands before it. */
  private Tag nextTagAnywhere() throws IOException {
    while (skipToMarkup()) {
      if (!skipNoTag()) {
        return readTag();
      }
    }
    element = Element.OTHER;
    return Tag.END_OF_INPUT;
  }

  /** Passes over the rest of an element whose start was read last, with all it contains. */
  void skipElement() throws IOException {
    String name = element == Element.OTHER ? "element" : name();
    int depth = 1;
    while (depth > 0) {
      Tag tag = nextTagAnywhere();
      if (tag == Tag.END_OF_INPUT) {
        throw window.bad(inputEnds("the end of the " + name));
      }
      if (element == Element.PAGE || element == Element.MEDIAWIKI) {
        throw unexpected(tag, "the end of the " + name);
      }
      if (tag != Tag.EMPTY) {
        depth += tag == Tag.START ? 1 : -1;
      }
    }
  }

  /**
   * Appends the text of the element whose start was read last, and reads its end. Its entities are
   * replaced and its line ends are LF, as XML demands.
   */
  void readText(TextBuffer into) throws IOException {
    Element expected = element;
    while (true) {
      int start = window.position;
      int stop =
          ByteScan.indexOfAny(
              window.bytes, start, window.limit, (byte) '<', (byte) '&', (byte) '\r');
      into.append(window.bytes, start, stop);
      window.position = stop;
      if (stop == window.limit) {
        if (!window.require(1)) {
          throw missingEnd(expected);
        }
        continue;
      }
      switch (window.bytes[stop]) {
        case '&' -> readEntity(into);
        case '\r' -> {
          if (!window.require(2) || window.bytes[window.position + 1] != '\n') {
            into.append('\n');
          }
          window.position++;
        }
        default -> {
          if (looksAt(CDATA)) {
            readCdata(into);
          } else if (!skipNoTag()) {
            if (!window.require(2)) {
              throw missingEnd(expected);
            }
            Tag tag = readTag();
            if (tag != Tag.END || element != expected) {
              throw unexpected(tag, "</" + expected.label() + ">");
            }
            return;
          }
        }
      }
    }
  }

  /**
   * Moves to the next {@code <page>} or {@code </mediawiki>}, through anything, after damage; false
   * if the input ends first.
   */
  boolean recover() throws IOException {
    while (skipToMarkup()) {
      if (looksAt(PAGE) || looksAt(ROOT_END)) {
        return true;
      }
      window.position++;
    }
    return false;
  }

  /** Un-reads the tag read last, if nothing was read since. */
  void unreadTag() {
    window.position = nameStart - 1;
  }

  /** The value of an attribute of the tag read last, as it stands there; empty if it has none. */
  String attribute(String name) {
    return XmlAttributes.value(window.bytes, attributesStart, attributesEnd, name);
  }

  /** A tag that is not what was expected; a {@code <page>} can be read again as the next one. */
  IOException unexpected(Tag tag, String expected) {
    String problem =
        switch (tag) {
          case START -> "found <" + name() + "> where " + expected + " was expected";
          case END -> "found </" + name() + "> where " + expected + " was expected";
          case EMPTY -> "found <" + name() + "/> where " + expected + " was expected";
          case END_OF_INPUT -> inputEnds(expected);
        };
    if (tag == Tag.START && element == Element.PAGE) {
      unreadTag();
    }
    return window.bad(problem);
  }

  @Override
  public void close() throws IOException {
    window.close();
  }

  private IOException missingEnd(Element expected) {
    return window.bad(inputEnds("</" + expected.label() + ">"));
  }

  private static String inputEnds(String expected) {
    return "the input ends where " + expected + " was expected; is the file complete?";
  }

  private void skipSpace() throws IOException {
    do {
      byte[] bytes = window.bytes;
      int limit = window.limit;
      int i = window.position;
      while (i < limit && isSpace(bytes[i])) {
        i++;
      }
      window.position = i;
    } while (window.position == window.limit && window.require(1));
  }

  /** Moves to the next {@code <}; false if there is none. */
  private boolean skipToMarkup() throws IOException {
    do {
      window.position = ByteScan.indexOf(window.bytes, window.position, window.limit, (byte) '<');
    } while (window.position == window.limit && window.require(1));
    return window.position < window.limit;
  }

  /** Passes over a comment, a CDATA section, an instruction or a document type; false at a tag. */
  private boolean skipNoTag() throws IOException {
    if (!window.require(2)) {
      return false;
    }
    byte second = window.bytes[window.position + 1];
    if (second != '!' && second != '?') {
      return false;
    }
    if (second == '?') {
      skipPast("?>");
    } else if (looksAt(COMMENT)) {
      window.position += COMMENT.length;
      skipPast("-->");
    } else if (looksAt(CDATA)) {
      skipPast("]]>");
    } else {
      skipPast(">");
    }
    return true;
  }

  private void skipPast(String end) throws IOException {
    byte last = (byte) end.charAt(end.length() - 1);
    int before = end.length() - 1;
    while (true) {
      int found = ByteScan.indexOf(window.bytes, window.position + before, window.limit, last);
      if (found < window.limit) {
        boolean whole = true;
        for (int i = 0; i < before; i++) {
          whole &= window.bytes[found - before + i] == end.charAt(i);
        }
        window.position = found + 1 - (whole ? 0 : before);
        if (whole) {
          return;
        }
      } else {
        // What may be the end's beginning stays.
        window.position = Math.max(window.position, window.limit - before);
        if (!window.require(before + 1)) {
          window.position = window.limit;
          throw window.bad(inputEnds(end));
        }
      }
    }
  }

  private void readCdata(TextBuffer into) throws IOException {
    window.position += CDATA.length;
    while (true) {
      int start = window.position;
      int stop = ByteScan.indexOf(window.bytes, start, window.limit, (byte) ']');
      into.append(window.bytes, start, stop);
      window.position = stop;
      if (!window.require(3)) {
        window.position = window.limit;
        throw window.bad(inputEnds("]]>"));
      }
      int at = window.position;
      byte[] bytes = window.bytes;
      if (bytes[at] == ']' && bytes[at + 1] == ']' && bytes[at + 2] == '>') {
        window.position += 3;
        return;
      }
      if (bytes[at] == ']') {
        into.append(']');
        window.position++;
      }
    }
  }

  private void readEntity(TextBuffer into) throws IOException {
    window.require(MAX_ENTITY_BYTES);
    byte[] bytes = window.bytes;
    int start = window.position + 1;
    int most = Math.min(window.limit, start + MAX_ENTITY_BYTES);
    int end = start;
    while (end < most && bytes[end] != ';') {
      end++;
    }
    int codePoint = end == most ? -1 : XmlEntities.codePoint(bytes, start, end);
    if (codePoint < 0) {
      throw window.bad(
          "found "
              + excerpt()
              + " where an entity was expected: &lt; &gt; &amp; &quot; &apos; or a character's number");
    }
    into.appendCodePoint(codePoint);
    window.position = end + 1;
  }

  /** Reads the tag at the position. */
  private Tag readTag() throws IOException {
    window.require(XmlWindow.LOOK_AHEAD_BYTES);
    byte[] bytes = window.bytes;
    int limit = window.limit;
    int i = window.position + 1;
    boolean end = i < limit && bytes[i] == '/';
    if (end) {
      i++;
    }
    int start = i;
    while (i < limit && isName(bytes[i])) {
      i++;
    }
    nameStart = start;
    nameEnd = i;
    attributesStart = i;
    byte quote = 0;
    while (i < limit && (bytes[i] != '>' || quote != 0) && bytes[i] != '<') {
      byte b = bytes[i++];
      if (quote != 0) {
        quote = b == quote ? 0 : quote;
      } else if (b == '"' || b == '\'') {
        quote = b;
      }
    }
    if (nameEnd == start
        || i == limit
        || bytes[i] == '<'
        || i - start > XmlWindow.LOOK_AHEAD_BYTES) {
      String found = excerpt();
      window.position = i == limit && limit - start < XmlWindow.LOOK_AHEAD_BYTES ? limit : start;
      throw window.bad(
          (i == limit ? "the input ends inside the tag " : "found no whole tag in ") + found);
    }
    window.position = i + 1;
    boolean empty = !end && i > nameEnd && bytes[i - 1] == '/';
    attributesEnd = empty ? i - 1 : i;
    element = Element.of(bytes, nameStart, nameEnd);
    return end ? Tag.END : empty ? Tag.EMPTY : Tag.START;
  }

  private boolean looksAt(byte[] text) throws IOException {
    if (!window.require(text.length)) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (window.bytes[window.position + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  /** A few bytes from the position on, for people. */
  private String excerpt() {
    int end = Math.min(window.limit, window.position + 30);
    String text =
        new String(window.bytes, window.position, end - window.position, StandardCharsets.UTF_8);
    return "'" + text.replaceAll("\\p{Cntrl}", " ") + "'";
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r';
  }

  private static boolean isName(byte b) {
    return (b > ' ' && b != '>' && b != '/' && b != '<' && b != '"' && b != '\'' && b != '=')
        || b < 0;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
