package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/** Reads {@code key=value} lines. */
final class LinesReader implements RecordReader {
  private final Path file;
  private final ReadOptions options;
  private final Iterator<String> lines;
  private final ReadCounts counts = new ReadCounts();
  private long line;
  private ByteBuffer key = ByteBuffer.allocate(0);
  private ByteBuffer value = ByteBuffer.allocate(0);

  LinesReader(Path file, ReadOptions options) throws IOException {
    this.file = file;
    this.options = options;
    this.lines = Files.readAllLines(file).iterator();
  }

  @Override
  public boolean next() throws IOException {
    while (lines.hasNext()) {
      String text = lines.next();
      line++;
      int equals = text.indexOf('=');
      if (equals > 0) {
        key = StandardCharsets.UTF_8.encode(text.substring(0, equals));
        value = StandardCharsets.UTF_8.encode(text.substring(equals + 1));
        counts.record();
        if (!value.hasRemaining()) {
          counts.note("empty values");
        }
        return true;
      }
      BadInputException bad =
          new BadInputException(new Place(file.toString(), line, 0), "no '=' in '" + text + "'");
      if (!options.skipBad()) {
        throw bad;
      }
      counts.bad(bad);
    }
    return false;
  }

  @Override
  public ByteBuffer key() {
    return key;
  }

  @Override
  public ByteBuffer value() {
    return value;
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    // The file was read whole.
  }
}
