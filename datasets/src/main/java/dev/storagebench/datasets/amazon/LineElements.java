package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.ByteLines;
import java.io.IOException;

/** JSON lines: each line that is not blank is a piece. */
final class LineElements implements Elements {
  private final ByteLines lines;
  private final String source;
  private int start;

  /** Reads the lines, and closes them. */
  LineElements(ByteLines lines, String source) {
    this.lines = lines;
    this.source = source;
  }

  @Override
  public boolean next() throws IOException {
    while (lines.next()) {
      byte[] bytes = lines.array();
      start = lines.start();
      if (lines.line() == 1) {
        start += ReviewForm.byteOrderMark(bytes, start, lines.end());
      }
      start = JsonScanner.skipSpace(bytes, start, lines.end());
      if (start < lines.end()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte[] array() {
    return lines.array();
  }

  @Override
  public int start() {
    return start;
  }

  @Override
  public int end() {
    return lines.end();
  }

  @Override
  public Place place(int index) {
    return new Place(source, lines.line(), lines.byteOffset() + index - lines.start());
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
