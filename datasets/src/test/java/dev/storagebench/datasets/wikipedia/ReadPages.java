package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads bytes as the format does, for tests. */
final class ReadPages {
  private ReadPages() {}

  /** A reader over a stream that hands out at most {@code chunk} bytes a call. */
  static RecordReader open(byte[] bytes, int chunk, ReadOptions options) throws IOException {
    InputStream in =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(chunk, length));
          }
        };
    return new WikipediaFormat().open(in, "dump.xml", options);
  }

  static RecordReader open(String text, ReadOptions options) throws IOException {
    return open(text.getBytes(UTF_8), Integer.MAX_VALUE, options);
  }

  /** The rest of the records, each as {@code key=value}. */
  static List<String> rest(RecordReader reader) throws IOException {
    List<String> records = new ArrayList<>();
    while (reader.next()) {
      records.add(current(reader));
    }
    return records;
  }

  static String current(RecordReader reader) {
    return UTF_8.decode(reader.key()) + "=" + UTF_8.decode(reader.value());
  }

  /** The records of a text, strictly. */
  static List<String> all(String text) throws IOException {
    try (RecordReader reader = open(text, ReadOptions.STRICT)) {
      return rest(reader);
    }
  }
}
