package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * All records of an input, each byte as one character, with {@code |} for the separator.
 *
 * @param records each as {@code key -> value}
 * @param counts what the reader counted
 */
record ReadReviews(List<String> records, ReadCounts counts) {

  /** Reads bytes given as the characters of the same number. */
  static ReadReviews of(String bytes, ReadOptions options) throws IOException {
    return of(new ByteArrayInputStream(bytes.getBytes(ISO_8859_1)), options);
  }

  static ReadReviews of(InputStream in, ReadOptions options) throws IOException {
    try (RecordReader reader = new AmazonFormat().open(in, "test", options)) {
      return of(reader);
    }
  }

  static ReadReviews of(RecordReader reader) throws IOException {
    List<String> records = new ArrayList<>();
    while (reader.next()) {
      records.add(text(reader.key()) + " -> " + text(reader.value()));
    }
    return new ReadReviews(records, reader.counts());
  }

  /** The bytes as characters of the same number. */
  static String text(ByteBuffer buffer) {
    String text =
        new String(
            buffer.array(),
            buffer.arrayOffset() + buffer.position(),
            buffer.remaining(),
            ISO_8859_1);
    return text.replace((char) AmazonFormat.SEPARATOR, '|');
  }

  /** The bytes in reads of at most this many. */
  static InputStream trickle(byte[] bytes, int readBytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, readBytes));
      }
    };
  }
}
