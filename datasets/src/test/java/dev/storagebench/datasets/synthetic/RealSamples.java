package dev.storagebench.datasets.synthetic;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * The real samples that the generator was fitted to, keys and values one after the other; a test
 * that asks for one is skipped where STORAGE_BENCH_REAL_DATA names no folder that has it. Read here
 * with a few lines of their own, so that a fault of the project's readers cannot hide.
 */
final class RealSamples {
  private RealSamples() {}

  /** Reviews in key order; the field names are left out, as the readers do. */
  static byte[] fineFoods() throws IOException {
    return joined(fineFoodsRecords());
  }

  /** The sizes of the reviews' values, sorted. */
  static int[] fineFoodsSizes() throws IOException {
    return valueSizes(fineFoodsRecords());
  }

  /** Titles and texts in the order of the dump. */
  static byte[] articles() throws IOException {
    return joined(articleRecords());
  }

  /** The sizes of the texts, sorted. */
  static int[] articleSizes() throws IOException {
    return valueSizes(articleRecords());
  }

  /** Key, value. */
  private static List<String[]> fineFoodsRecords() throws IOException {
    String text =
        Files.readString(file("amazon/finefoods-1001.snap.txt"), StandardCharsets.ISO_8859_1);
    TreeMap<String, String[]> records = new TreeMap<>();
    for (String block : text.split("\n\n", 0)) {
      String[] lines = block.strip().split("\n", 0);
      StringBuilder value = new StringBuilder();
      for (int i = 2; i < lines.length; i++) {
        value.append(i == 2 ? "" : "\u0001").append(field(lines[i]));
      }
      // The count keeps records apart that share a key; it is not part of the sample.
      String key = field(lines[0]) + " " + field(lines[1]);
      records.put(key + "#" + records.size(), new String[] {key, value.toString()});
    }
    return List.copyOf(records.values());
  }

  /** Title, text. */
  private static List<String[]> articleRecords() throws IOException {
    List<String[]> pages = new ArrayList<>();
    String title = "";
    try (InputStream compressed = Files.newInputStream(file("wikipedia/enwiki-206-pages.xml.bz2"));
        InputStream dump = new BZip2CompressorInputStream(compressed, true)) {
      XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(dump);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT) {
          if (xml.getLocalName().equals("title")) {
            title = xml.getElementText();
          } else if (xml.getLocalName().equals("text")) {
            pages.add(new String[] {title, xml.getElementText()});
          }
        }
      }
    } catch (XMLStreamException malformed) {
      throw new IOException(malformed);
    }
    return pages;
  }

  private static byte[] joined(List<String[]> records) {
    StringBuilder all = new StringBuilder();
    records.forEach(record -> all.append(record[0]).append(record[1]));
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int[] valueSizes(List<String[]> records) {
    return records.stream()
        .mapToInt(record -> record[1].getBytes(StandardCharsets.UTF_8).length)
        .sorted()
        .toArray();
  }

  private static String field(String line) {
    return line.substring(line.indexOf(": ") + 2);
  }

  private static Path file(String name) {
    String folder = System.getenv("STORAGE_BENCH_REAL_DATA");
    assumeTrue(folder != null, "STORAGE_BENCH_REAL_DATA is not set");
    Path file = Path.of(folder, name);
    assumeTrue(Files.exists(file), () -> "there is no " + file);
    return file;
  }
}
