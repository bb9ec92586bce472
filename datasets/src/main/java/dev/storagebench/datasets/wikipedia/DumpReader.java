package dev.storagebench.datasets.wikipedia;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxEOFException;
import com.ctc.wstx.exc.WstxException;
import com.ctc.wstx.stax.WstxInputFactory;
import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.input.SkippingReader;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a MediaWiki XML export, parsed by Woodstox without DTDs and external entities. Exports
 * written one behind the other count as one; pages without a root, as in one stream of a
 * multistream dump, are read too. After a malformed page a new parser starts at the next one,
 * behind the start tag of the root, so that namespace prefixes keep their meaning.
 */
final class DumpReader extends SkippingReader {
  private static final XMLInputFactory XML = new WstxInputFactory();

  static {
    XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XML.setProperty(XMLInputFactory.IS_COALESCING, false);
    // Errors come from next(), not from getters.
    XML.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    // Exports one behind the other; a page without a root is a document too.
    XML.setProperty(
        WstxInputProperties.P_INPUT_PARSING_MODE, WstxInputProperties.PARSING_MODE_DOCUMENTS);
  }

  private final PageStream in;
  private final Page page = new Page();
  private final RecordBytes empty = new RecordBytes(0);
  private RecordBytes value = empty;
  private @Nullable XMLStreamReader parser;

  /** The start tag of the root while it is open, else empty. */
  private String root = "";

  private boolean pageStarted;
  private boolean ended;

  /** Owns the stream of UTF-8. */
  private DumpReader(InputStream in, String source, ReadOptions options) {
    super(options);
    this.in = new PageStream(in, source);
  }

  /**
   * Reads the first start tag.
   *
   * @param in UTF-8, owned by the reader
   * @throws BadInputException if this is not a MediaWiki export
   */
  static DumpReader open(InputStream in, String source, ReadOptions options) throws IOException {
    DumpReader reader = new DumpReader(in, source, options);
    try {
      XMLStreamReader xml = reader.newParser();
      reader.parser = xml;
      while (xml.next() != XMLStreamConstants.START_ELEMENT) {
        // The prolog.
      }
      reader.pageStarted = xml.getLocalName().equals("page");
      if (reader.pageStarted) {
        reader.in.setPageOpen(true);
      } else if (xml.getLocalName().equals("mediawiki")) {
        reader.root = startTag(xml);
      } else {
        throw wrong(xml, "root element <" + xml.getLocalName() + ">, expected <mediawiki>");
      }
      return reader;
    } catch (XMLStreamException e) {
      throw reader.bad(e);
    }
  }

  @Override
  protected boolean parse() throws IOException {
    try {
      while (!ended) {
        if (parser == null) {
          ended = !in.recover(root.getBytes(StandardCharsets.UTF_8));
          if (ended) {
            return false;
          }
          parser = newParser();
        }
        if (!pageStarted && !moveToPage(parser)) {
          ended = true;
          return false;
        }
        pageStarted = false;
        readPage(parser);
        in.setPageOpen(false);
        if (accept()) {
          return true;
        }
      }
      return false;
    } catch (XMLStreamException e) {
      BadInputException bad = bad(e);
      parser = null;
      throw bad;
    }
  }

  private XMLStreamReader newParser() throws XMLStreamException {
    return XML.createXMLStreamReader(in, StandardCharsets.UTF_8.name());
  }

  /** Reads the start tag of the next page; false at the end of the input. */
  private boolean moveToPage(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          switch (xml.getLocalName()) {
            case "mediawiki" -> root = startTag(xml);
            case "page" -> {
              in.setPageOpen(true);
              return true;
            }
            default -> skipElement(xml);
          }
        }
        case XMLStreamConstants.END_ELEMENT -> root = "";
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> requireWhiteSpace(xml);
        default -> {
          // Comments and the like.
        }
      }
    }
    return false;
  }

  /** The start tag with its namespace declarations. */
  private static String startTag(XMLStreamReader xml) {
    StringBuilder tag = new StringBuilder("<").append(qualified(xml.getPrefix(), "mediawiki"));
    for (int i = 0; i < xml.getNamespaceCount(); i++) {
      String prefix = xml.getNamespacePrefix(i);
      String uri = String.valueOf(xml.getNamespaceURI(i));
      tag.append(prefix == null || prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix)
          .append("=\"")
          .append(uri.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"))
          .append('"');
    }
    return tag.append('>').toString();
  }

  private static String qualified(@Nullable String prefix, String name) {
    return prefix == null || prefix.isEmpty() ? name : prefix + ":" + name;
  }

  private void readPage(XMLStreamReader xml) throws XMLStreamException {
    page.clear();
    while (nextChild(xml)) {
      switch (xml.getLocalName()) {
        case "title" -> readText(xml, page.title);
        case "ns" -> readText(xml, page.namespace);
        case "redirect" -> {
          page.redirect = true;
          skipElement(xml);
        }
        case "revision" -> {
          readRevision(xml, page.beginRevision());
          page.endRevision();
        }
        default -> skipElement(xml);
      }
    }
  }

  private void readRevision(XMLStreamReader xml, Page.Revision revision) throws XMLStreamException {
    while (nextChild(xml)) {
      switch (xml.getLocalName()) {
        case "timestamp" -> readText(xml, revision.timestamp);
        case "text" -> {
          boolean deleted = "deleted".equals(xml.getAttributeValue(null, "deleted"));
          String bytes = xml.getAttributeValue(null, "bytes");
          readText(xml, revision.text);
          boolean elsewhere =
              revision.text.length() == 0
                  && bytes != null
                  && !bytes.isEmpty()
                  && !bytes.equals("0");
          revision.missing =
              deleted ? "deleted texts" : elsewhere ? "texts that are not in this dump" : null;
        }
        default -> skipElement(xml);
      }
    }
  }

  /** Moves to the start of the next child; false at the end of the element. */
  private static boolean nextChild(XMLStreamReader xml) throws XMLStreamException {
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          return true;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return false;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> requireWhiteSpace(xml);
        default -> {
          // Comments and the like.
        }
      }
    }
  }

  /** Reads the text of the element that has just started, and its end. */
  private static void readText(XMLStreamReader xml, RecordBytes into) throws XMLStreamException {
    into.clear();
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          int start = xml.getTextStart();
          into.append(xml.getTextCharacters(), start, start + xml.getTextLength());
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return;
        }
        case XMLStreamConstants.START_ELEMENT ->
            throw wrong(xml, "element <" + xml.getLocalName() + "> inside a text");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw wrong(xml, "undeclared entity '&" + xml.getLocalName() + ";'");
        default -> {
          // Comments and the like.
        }
      }
    }
  }

  private static void skipElement(XMLStreamReader xml) throws XMLStreamException {
    ((XMLStreamReader2) xml).skipElement();
  }

  private static void requireWhiteSpace(XMLStreamReader xml) throws XMLStreamException {
    if (!xml.isWhiteSpace()) {
      byte[] text = xml.getText().getBytes(StandardCharsets.UTF_8);
      throw wrong(xml, "text " + Excerpt.of(text, 0, text.length) + " where a tag is expected");
    }
  }

  private static XMLStreamException wrong(XMLStreamReader xml, String problem) {
    return new XMLStreamException(problem, xml.getLocation());
  }

  /** The exception with a place in the file; a failure to read the file passes through. */
  private BadInputException bad(XMLStreamException e) throws IOException {
    if (e.getNestedException() instanceof IOException io
        && !(io instanceof CharConversionException)) {
      throw io;
    }
    if (e instanceof WstxEOFException) {
      String expected =
          page.title.length() > 0 && in.pageOpen()
              ? "</page> of the page '" + page.titleText() + "'"
              : in.pageOpen() ? "</page>" : "a <page> or </mediawiki>";
      return new BadInputException(
          in.place(),
          in.atEnd()
              ? "the input ends where %s is expected; is the file complete?".formatted(expected)
              : "found another tag where %s is expected".formatted(expected),
          e);
    }
    Location at = e.getLocation();
    Place place = at == null ? in.place() : in.place(at.getLineNumber(), at.getColumnNumber());
    String message = String.valueOf(e.getMessage());
    if (e instanceof WstxException) {
      return new BadInputException(
          place,
          message.contains("UTF-8")
              ? BadInputException.NOT_UTF_8
              : "malformed XML near " + in.excerpt(place),
          e);
    }
    // Thrown here: the JDK puts the location before it.
    return new BadInputException(
        place,
        "malformed XML: " + message.substring(message.indexOf("Message: ") + "Message: ".length()),
        e);
  }

  /** Whether the page that was read is a record; notes what is special about it. */
  private boolean accept() throws BadInputException {
    Page.Revision latest = page.latest();
    value = latest == null ? empty : latest.text;
    if (page.title.length() == 0) {
      if (latest == null) {
        // <page/>
        return false;
      }
      throw new BadInputException(in.place(), "the page that ends here has no title");
    }
    requireSize(page.title, "title");
    requireSize(value, "text");
    String missing = latest == null ? "pages without a revision" : latest.missing;
    if (missing != null) {
      counts().note(missing);
      return false;
    }
    if (page.olderRevisions > 0) {
      counts().note("older revisions left out", page.olderRevisions);
    }
    if (page.redirect) {
      counts().note("redirects");
    }
    if (value.length() == 0) {
      counts().note("empty texts");
    }
    RecordBytes number = page.namespace;
    if (number.length() > 1 || (number.length() == 1 && number.array()[0] != '0')) {
      counts().note("pages outside the main namespace");
    }
    return true;
  }

  private void requireSize(RecordBytes text, String what) throws BadInputException {
    if (text.overflowed()) {
      throw new BadInputException(
          in.place(),
          "the %s of the page that ends here is longer than %,d bytes"
              .formatted(what, text.maxBytes()));
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
  public void close() throws IOException {
    in.close();
  }
}
