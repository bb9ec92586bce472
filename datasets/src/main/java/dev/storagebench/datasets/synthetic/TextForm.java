package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The text forms that generated records can be written in; each is one that readers of real data
 * read back to the same records. Generated reviews hold no character that JSON would escape.
 */
public enum TextForm {
  /** Reviews as blocks of {@code name: value} lines. */
  SNAP("", "\n", ""),
  /** Reviews as JSON lines, with the names of 2014. */
  JSONL("", "", ""),
  /** Articles as a MediaWiki XML export. */
  XML("<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.11/\">\n", "", "</mediawiki>\n");

  private static final long PROGRESS_BYTES = 1 << 20;

  private final String begin;
  private final String record;
  private final String end;

  TextForm(String begin, String between, String end) {
    this.begin = begin;
    this.record = String.join("\n", WordLists.of(this + " record")) + "\n" + between;
    this.end = end;
  }

  private String text(ByteBuffer key, ByteBuffer value) {
    String keyText = StandardCharsets.UTF_8.decode(key).toString();
    String valueText = StandardCharsets.UTF_8.decode(value).toString();
    if (this == XML) {
      return record.formatted(escaped(keyText), escaped(valueText));
    }
    Object[] fields = (keyText.replace(' ', '\u0001') + '\u0001' + valueText).split("\u0001", -1);
    if (this == JSONL) {
      fields[3] = fields[3].toString().replace('/', ',');
    }
    return record.formatted(fields);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

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
    out.write(begin.getBytes(StandardCharsets.UTF_8));
    while (records.next()) {
      bytes += records.key().remaining() + records.value().remaining();
      out.write(text(records.key(), records.value()).getBytes(StandardCharsets.UTF_8));
      if (bytes - reported >= PROGRESS_BYTES) {
        reported = bytes;
        progress.packed(records.counts().records(), bytes);
      }
    }
    out.write(end.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return bytes;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
