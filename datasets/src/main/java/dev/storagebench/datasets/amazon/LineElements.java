package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.ByteLines;
import java.io.IOException;
import java.io.InputStream;

/** JSON lines: each line that is not blank is a piece. */
final class LineElements implements Elements {
  private final ByteLines lines;
  private final String source;
  private int start;
  private int end;

  /** Reads the bytes, and closes them. */
  LineElements(InputStream in, String source) {
    this.lines = new ByteLines(in, source, RecordReader.MAX_VALUE_BYTES);
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
      end = lines.end();
      start = JsonScanner.skipSpace(bytes, start, end);
      if (start < end) {
        return true;
      }
    }
    return false;
  }

  /** Whether the next line is in memory and begins with a brace; the first may have a mark. */
  @Override
  public boolean nextOpen() {
    start = lines.ahead();
    end = lines.limit();
    return lines.line() > 0 && start < end && lines.array()[start] == '{';
  }

  @Override
  public void endAt(int lineEnd) {
    end = lineEnd;
    lines.advance(1, start, lineEnd);
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
    return end;
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
