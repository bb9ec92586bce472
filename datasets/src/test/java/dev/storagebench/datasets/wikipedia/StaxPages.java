package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.InputStream;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The plain way to read a dump, with the JDK's StAX parser: the measure of the reader's speed. */
final class StaxPages {
  private StaxPages() {}

  /** Hands out each page's title and last text as UTF-8. */
  static void read(InputStream in, BiConsumer<byte[], byte[]> pages) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty("http://www.oracle.com/xml/jaxp/properties/totalEntitySizeLimit", "0");
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    XMLStreamReader xml = factory.createXMLStreamReader(in);
    String title = "";
    String text = "";
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "title" -> title = xml.getElementText();
          case "text" -> text = xml.getElementText();
          default -> {}
        }
      } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("page")) {
        pages.accept(title.getBytes(UTF_8), text.getBytes(UTF_8));
      }
    }
  }
}
