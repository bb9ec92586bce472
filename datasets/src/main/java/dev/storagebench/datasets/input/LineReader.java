package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.io.InputStream;

/** Records that are parsed from the lines of a stream. */
public abstract class LineReader extends KeyValueReader {
  /** The lines, of which none has been read yet. */
  protected final ByteLines lines;

  /** Owns the stream. */
  protected LineReader(InputStream in, String source, int maxLineBytes, ReadOptions options) {
    super(source, options);
    this.lines = new ByteLines(in, source, maxLineBytes);
  }

  /** A problem of the current line. */
  protected final BadInputException badLine(String problem) {
    return new BadInputException(lines.place(), problem);
  }

  @Override
  public final void close() throws IOException {
    lines.close();
  }
}
