package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The text forms that generated records can be written in; each is one that readers of real data
 * read back to the same records.
 */
public enum TextForm {
  /** Reviews as blocks of {@code name: value} lines. */
  SNAP("", "") {
    @Override
    void write(String key, String value, OutputStream out) throws IOException {
      String[] ids = key.split(" ", 2);
      String[] fields = value.split(SEPARATOR, -1);
      put(
          out,
          """
          product/productId: %s
          review/userId: %s
          review/profileName: %s
          review/helpfulness: %s
          review/score: %s
          review/time: %s
          review/summary: %s
          review/text: %s

          """
              .formatted(
                  ids[0], ids[1], fields[0], fields[1], fields[2], fields[3], fields[4],
                  fields[5]));
    }
  },
  /** Reviews as JSON lines, with the names of 2014. */
  JSONL("", "") {
    @Override
    void write(String key, String value, OutputStream out) throws IOException {
      String[] ids = key.split(" ", 2);
      String[] fields = value.split(SEPARATOR, -1);
      String[] votes = fields[1].split("/", 2);
      try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
        json.writeStartObject();
        json.writeStringProperty("reviewerID", ids[1]);
        json.writeStringProperty("asin", ids[0]);
        json.writeStringProperty("reviewerName", fields[0]);
        json.writeArrayPropertyStart("helpful");
        json.writeNumber(votes[0]);
        json.writeNumber(votes[1]);
        json.writeEndArray();
        json.writeStringProperty("reviewText", fields[5]);
        json.writeName("overall");
        json.writeNumber(fields[2]);
        json.writeStringProperty("summary", fields[4]);
        json.writeName("unixReviewTime");
        json.writeNumber(fields[3]);
        json.writeEndObject();
      }
      out.write('\n');
    }
  },
  /** Articles as a MediaWiki XML export. */
  XML("<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.11/\">\n", "</mediawiki>\n") {
    @Override
    void write(String key, String value, OutputStream out) throws IOException {
      put(
          out,
          "<page><title>%s</title><ns>0</ns><revision><text xml:space=\"preserve\">%s</text></revision></page>\n"
              .formatted(escaped(key), escaped(value)));
    }
  };

  private static final String SEPARATOR = "\u0001";
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
  private static final long PROGRESS_BYTES = 1 << 20;

  private final String begin;
  private final String end;

  TextForm(String begin, String end) {
    this.begin = begin;
    this.end = end;
  }

  abstract void write(String key, String value, OutputStream out) throws IOException;

  /**
   * Writes all generated records, flushes the stream and leaves it open.
   *
   * @return the bytes of keys and values
   */
  public long write(RecordReader records, OutputStream target, PackingProgress progress)
      throws IOException {
    OutputStream out = new BufferedOutputStream(target, 256 << 10);
    long bytes = 0;
    long reported = 0;
    put(out, begin);
    while (records.next()) {
      bytes += records.key().remaining() + records.value().remaining();
      write(
          StandardCharsets.UTF_8.decode(records.key()).toString(),
          StandardCharsets.UTF_8.decode(records.value()).toString(),
          out);
      if (bytes - reported >= PROGRESS_BYTES) {
        reported = bytes;
        progress.packed(records.counts().records(), bytes);
      }
    }
    put(out, end);
    out.flush();
    return bytes;
  }

  private static void put(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
