package dev.storagebench.datasets.wikipedia;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.ENTITY_REFERENCE;
import static javax.xml.stream.XMLStreamConstants.SPACE;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import com.ctc.wstx.exc.WstxException;
import com.ctc.wstx.stax.WstxInputFactory;
import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.KeyValueReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * Pages of a MediaWiki XML export, each parsed by Woodstox as a document of its own, without DTDs
 * and external entities. Exports written one behind the other count as one; pages without a root,
 * as in one stream of a multistream dump, are read too.
 */
final class DumpReader extends KeyValueReader {
  private static final XMLInputFactory XML = new WstxInputFactory();

  static {
    XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XML.setProperty(XMLInputFactory.IS_COALESCING, false);
    // The prefixes are declared by the root, which the parser does not see.
    XML.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    // Errors come from next(), not from getters.
    XML.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
  }

  private final PageStream in;

  /** The namespace's number; empty in exports older than schema 0.6. */
  private final RecordBytes namespace = new RecordBytes(16);

  private boolean redirect;
  private int revisions;

  /** Why the page has no text, as a note; empty if it has. */
  private String missing = "";

  private boolean cutOff;

  /**
   * Reads nothing yet.
   *
   * @param in UTF-8, owned by the reader
   */
  DumpReader(InputStream in, String source, ReadOptions options) {
    super(source, options);
    this.in = new PageStream(in, source);
  }

  @Override
  protected boolean parse() throws IOException {
    while (in.nextPage()) {
      recordStart = in.place();
      try {
        XMLStreamReader2 xml =
            (XMLStreamReader2) XML.createXMLStreamReader(in, StandardCharsets.UTF_8.name());
        readPage(xml);
        xml.close();
      } catch (XMLStreamException e) {
        throw bad(e);
      }
      if (accept()) {
        return true;
      }
    }
    if (in.isRootOpen() && !cutOff) {
      throw cutOff("a <page> or </mediawiki>");
    }
    return false;
  }

  private void readPage(XMLStreamReader2 xml) throws XMLStreamException {
    clear();
    namespace.clear();
    redirect = false;
    revisions = 0;
    missing = "pages without a revision";
    xml.next();
    while (nextChild(xml)) {
      switch (name(xml)) {
        case "title" -> readText(xml, key);
        case "ns" -> readText(xml, namespace);
        case "redirect" -> {
          redirect = true;
          xml.skipElement();
        }
        case "revision" -> readRevision(xml);
        default -> xml.skipElement();
      }
    }
  }

  private void readRevision(XMLStreamReader2 xml) throws XMLStreamException {
    revisions++;
    // Exports have the latest last; the text of the one before does not count.
    value.clear();
    missing = "pages without a text";
    while (nextChild(xml)) {
      if (!name(xml).equals("text")) {
        xml.skipElement();
        continue;
      }
      boolean deleted = "deleted".equals(xml.getAttributeValue(null, "deleted"));
      String bytes = xml.getAttributeValue(null, "bytes");
      readText(xml, value);
      boolean elsewhere =
          value.length() == 0 && bytes != null && !bytes.isEmpty() && !bytes.equals("0");
      missing = deleted ? "deleted texts" : elsewhere ? "texts that are not in this dump" : "";
    }
  }

  /** Without its prefix. */
  private static String name(XMLStreamReader2 xml) {
    String name = xml.getLocalName();
    return name.substring(name.indexOf(':') + 1);
  }

  /** Moves to the start of the next child; false at the end of the element. */
  private static boolean nextChild(XMLStreamReader2 xml) throws XMLStreamException {
    int event = xml.next();
    while (event != START_ELEMENT && event != END_ELEMENT) {
      if ((event == CHARACTERS || event == CDATA) && !xml.isWhiteSpace()) {
        byte[] text = xml.getText().getBytes(StandardCharsets.UTF_8);
        throw wrong(xml, "text " + Excerpt.of(text, 0, text.length) + " where a tag is expected");
      }
      event = xml.next();
    }
    return event == START_ELEMENT;
  }

  /** Reads the text of the element that has just started, and its end. */
  private static void readText(XMLStreamReader2 xml, RecordBytes into) throws XMLStreamException {
    into.clear();
    // The first half of a surrogate pair that the parser has split.
    char high = 0;
    for (int event = xml.next(); event != END_ELEMENT; event = xml.next()) {
      switch (event) {
        case CHARACTERS, CDATA, SPACE -> {
          char[] text = xml.getTextCharacters();
          int from = xml.getTextStart();
          int to = from + xml.getTextLength();
          if (high != 0 && from < to) {
            into.append(new char[] {high, text[from++]}, 0, 2);
            high = 0;
          }
          if (from < to && Character.isHighSurrogate(text[to - 1])) {
            high = text[--to];
          }
          into.append(text, from, to);
        }
        case START_ELEMENT ->
            throw wrong(xml, "element <" + xml.getLocalName() + "> inside a text");
        case ENTITY_REFERENCE ->
            throw wrong(xml, "undeclared entity '&" + xml.getLocalName() + ";'");
        default -> {} // comments and the like
      }
    }
  }

  private static XMLStreamException wrong(XMLStreamReader2 xml, String problem) {
    return new XMLStreamException(problem, xml.getLocation());
  }

  /** The exception with a place in the file; a failure to read the file passes through. */
  private BadInputException bad(XMLStreamException e) throws IOException {
    if (e.getNestedException() instanceof IOException io
        && !(io instanceof CharConversionException)) {
      throw io;
    }
    if (in.isPageCutOff()) {
      return cutOff(
          "</page>"
              + (key.length() > 0 ? " of '" + StandardCharsets.UTF_8.decode(key()) + "'" : ""));
    }
    String message = String.valueOf(e.getMessage());
    // Thrown here: the JDK puts the location before it.
    String problem =
        e instanceof WstxException
            ? message.contains("UTF-8") ? BadInputException.NOT_UTF_8 : "malformed XML"
            : message.substring(message.indexOf("Message: ") + "Message: ".length());
    int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
    return new BadInputException(
        recordStart,
        "the page that begins here is bad in its line %,d: %s".formatted(line, problem),
        e);
  }

  private BadInputException cutOff(String expected) {
    cutOff = true;
    return new BadInputException(
        in.place(),
        "the input ends where %s is expected; is the file complete?".formatted(expected));
  }

  /** Whether the page that was read is a record; notes what is special about it. */
  private boolean accept() throws BadInputException {
    if (key.length() == 0) {
      if (revisions == 0) {
        // <page/>
        return false;
      }
      throw bad("the page that begins here has no title");
    }
    requireSizes();
    if (!missing.isEmpty()) {
      counts().note(missing);
      return false;
    }
    if (revisions > 1) {
      counts().note("older revisions left out", revisions - 1);
    }
    if (redirect) {
      counts().note("redirects");
    }
    if (value.length() == 0) {
      counts().note("empty texts");
    }
    if (namespace.length() > 1 || (namespace.length() == 1 && namespace.array()[0] != '0')) {
      counts().note("pages outside the main namespace");
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
