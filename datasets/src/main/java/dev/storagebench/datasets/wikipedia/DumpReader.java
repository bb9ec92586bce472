package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.Utf8;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a MediaWiki XML export. Exports written one behind the other count as one; pages that
 * stand alone, as in one stream of a multistream dump, are read too.
 */
final class DumpReader implements RecordReader {
  private final XmlWindow window;
  private final XmlScanner xml;
  private final ReadOptions options;
  private final ReadCounts counts = new ReadCounts();
  private final Page page = new Page();
  private final SiteNamespaces namespaces = new SiteNamespaces();
  private final TextBuffer noText = new TextBuffer(0);
  private TextBuffer value = noText;

  /** Whether {@code <mediawiki>} is open, so that its end must come. */
  private boolean insideRoot;

  private boolean recovering;
  private boolean ended;

  private DumpReader(XmlWindow window, ReadOptions options) {
    this.window = window;
    this.xml = new XmlScanner(window);
    this.options = options;
  }

  /**
   * Reads up to the first page.
   *
   * @throws BadInputException if this is no MediaWiki export
   */
  static DumpReader open(XmlWindow window, ReadOptions options) throws IOException {
    DumpReader reader = new DumpReader(window, options);
    reader.readRoot(reader.xml.nextTag());
    return reader;
  }

  @Override
  public boolean next() throws IOException {
    while (true) {
      try {
        if (!moveToPage()) {
          ended = true;
          return false;
        }
        readPage();
        if (accept()) {
          counts.record();
          return true;
        }
      } catch (BadInputException e) {
        recovering = true;
        if (!options.skipBad() || window.inputFailed()) {
          throw e;
        }
        counts.bad(e);
      }
    }
  }

  @Override
  public ByteBuffer key() {
    return page.title.view();
  }

  @Override
  public ByteBuffer value() {
    return value.view();
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }

  @Override
  public void close() throws IOException {
    xml.close();
  }

  private void readRoot(XmlScanner.Tag tag) throws IOException {
    if (tag == XmlScanner.Tag.START && xml.element() == Element.PAGE) {
      xml.unreadTag();
      return;
    }
    if (tag == XmlScanner.Tag.END || xml.element() != Element.MEDIAWIKI) {
      throw xml.unexpected(tag, "<mediawiki>, the root of a MediaWiki XML export,");
    }
    insideRoot = tag == XmlScanner.Tag.START;
  }

  /** Reads the start of the next page; false at the end of the input. */
  private boolean moveToPage() throws IOException {
    if (ended || (recovering && !xml.recover())) {
      return false;
    }
    recovering = false;
    while (true) {
      XmlScanner.Tag tag = xml.nextTag();
      if (tag == XmlScanner.Tag.END_OF_INPUT) {
        ended = true;
        if (insideRoot) {
          throw xml.unexpected(tag, "a <page> or </mediawiki>");
        }
        return false;
      }
      switch (xml.element()) {
        case PAGE -> {
          if (tag == XmlScanner.Tag.START) {
            return true;
          }
          if (tag == XmlScanner.Tag.END) {
            throw xml.unexpected(tag, "a <page> or </mediawiki>");
          }
        }
        case MEDIAWIKI -> insideRoot = tag == XmlScanner.Tag.START;
        case SITEINFO -> {
          if (tag == XmlScanner.Tag.START) {
            namespaces.read(xml);
          }
        }
        default -> {
          if (tag == XmlScanner.Tag.END) {
            throw xml.unexpected(tag, "a <page> or </mediawiki>");
          }
          skip(tag);
        }
      }
    }
  }

  private void readPage() throws IOException {
    page.clear();
    while (true) {
      XmlScanner.Tag tag = xml.nextTag();
      switch (xml.element()) {
        case PAGE -> {
          if (tag == XmlScanner.Tag.END) {
            return;
          }
          throw expectedEnd(tag, "page");
        }
        case TITLE -> readText(tag, page.title);
        case NS -> readText(tag, page.namespace);
        case REDIRECT -> {
          page.redirect = true;
          skip(tag);
        }
        case REVISION -> {
          Revision revision = page.beginRevision();
          if (tag == XmlScanner.Tag.START) {
            readRevision(revision);
          }
          page.endRevision();
        }
        default -> skipInside(tag, "page");
      }
    }
  }

  private void readRevision(Revision revision) throws IOException {
    while (true) {
      XmlScanner.Tag tag = xml.nextTag();
      switch (xml.element()) {
        case REVISION -> {
          if (tag == XmlScanner.Tag.END) {
            return;
          }
          throw expectedEnd(tag, "revision");
        }
        case TIMESTAMP -> readText(tag, revision.timestamp);
        case TEXT -> readRevisionText(tag, revision);
        default -> skipInside(tag, "revision");
      }
    }
  }

  private void readRevisionText(XmlScanner.Tag tag, Revision revision) throws IOException {
    if (xml.attribute("deleted").equals("deleted")) {
      revision.state = Revision.TextState.DELETED;
    } else if (tag == XmlScanner.Tag.EMPTY && isPositive(xml.attribute("bytes"))) {
      revision.state = Revision.TextState.ELSEWHERE;
    } else {
      revision.state = Revision.TextState.PRESENT;
    }
    readText(tag, revision.text);
  }

  private void readText(XmlScanner.Tag tag, TextBuffer into) throws IOException {
    into.clear();
    if (tag == XmlScanner.Tag.START) {
      xml.readText(into);
    } else if (tag != XmlScanner.Tag.EMPTY) {
      throw xml.unexpected(tag, "another element");
    }
  }

  private void skipInside(XmlScanner.Tag tag, String parent) throws IOException {
    if (tag == XmlScanner.Tag.END
        || tag == XmlScanner.Tag.END_OF_INPUT
        || xml.element() == Element.PAGE
        || xml.element() == Element.MEDIAWIKI) {
      throw expectedEnd(tag, parent);
    }
    skip(tag);
  }

  private void skip(XmlScanner.Tag tag) throws IOException {
    if (tag == XmlScanner.Tag.START) {
      xml.skipElement();
    }
  }

  private IOException expectedEnd(XmlScanner.Tag tag, String parent) {
    String title = new String(page.title.array(), 0, page.title.length(), StandardCharsets.UTF_8);
    return xml.unexpected(tag, "</" + parent + "> of the page '" + title + "'");
  }

  /** Whether the page that was read is a record; notes what is special about it. */
  private boolean accept() throws BadInputException {
    Revision latest = page.latest();
    value = latest == null ? noText : latest.text;
    checkText(page.title, "title", MAX_KEY_BYTES);
    if (page.title.length() == 0) {
      throw window.bad("the page that ends here has no title");
    }
    String missing = latest == null ? "pages without a revision" : missing(latest.state);
    if (missing != null) {
      counts.note(missing);
      return false;
    }
    checkText(value, "text", MAX_VALUE_BYTES);
    if (page.redirect) {
      counts.note("redirects");
    }
    if (value.length() == 0) {
      counts.note("empty texts");
    }
    if (namespaces.isOutsideMain(page)) {
      counts.note("pages outside the main namespace");
    }
    return true;
  }

  private static @Nullable String missing(Revision.TextState state) {
    return switch (state) {
      case PRESENT -> null;
      case ABSENT -> "pages without a text";
      case DELETED -> "deleted texts";
      case ELSEWHERE -> "texts that are not in this dump";
    };
  }

  private void checkText(TextBuffer text, String what, int maxBytes) throws BadInputException {
    if (text.overflow()) {
      throw window.bad(
          "the %s of the page that ends here is longer than %,d bytes".formatted(what, maxBytes));
    }
    int malformed = Utf8.indexOfMalformed(text.array(), 0, text.length());
    if (malformed < text.length()) {
      throw window.bad(
          "the %s of the page that ends here is not UTF-8 at its byte %,d"
              .formatted(what, malformed));
    }
  }

  private static boolean isPositive(String number) {
    return !number.isEmpty() && !number.equals("0");
  }
}
