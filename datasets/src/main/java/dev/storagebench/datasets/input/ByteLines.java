package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of a stream as byte ranges of one reused array. Only LF ends a line; every other byte, a CR
 * before the LF too, belongs to it. The last line needs no LF. For one thread.
 */
public final class ByteLines implements Closeable {
  private static final int FIRST_CAPACITY = 512 << 10;
  private static final byte LF = '\n';

  private final InputStream in;
  private final String source;
  private final int maxLineBytes;
  private byte[] buffer;

  /** The current line. */
  private int start;

  private int end;

  /** Start of the next line, and the end of the bytes read so far. */
  private int nextStart;

  private int limit;

  /** The offset of {@code buffer[0]} in the input. */
  private long bufferOffset;

  private long line;

  /**
   * @param in the bytes; closed by {@link #close}
   * @param source the input's name in error messages
   * @param maxLineBytes the longest accepted line, without its LF
   */
  public ByteLines(InputStream in, String source, int maxLineBytes) {
    this.in = in;
    this.source = source;
    this.maxLineBytes = maxLineBytes;
    this.buffer = new byte[Math.min(FIRST_CAPACITY, maxLineBytes + 1)];
  }

  /**
   * Advances to the next line.
   *
   * @return false at the end of the input
   * @throws BadInputException if the line exceeds the maximum; the next call reads the line after
   */
  public boolean next() throws IOException {
    start = nextStart;
    end = start;
    int lineEnd = ByteScan.indexOf(buffer, start, limit, LF);
    while (lineEnd == limit && lineEnd - start <= maxLineBytes) {
      int searched = limit - start;
      boolean more = fill();
      lineEnd = ByteScan.indexOf(buffer, start + searched, limit, LF);
      if (!more) {
        break;
      }
    }
    if (lineEnd == limit && lineEnd == start) {
      return false;
    }
    line++;
    if (lineEnd - start > maxLineBytes) {
      Place place = place();
      skipLine(lineEnd);
      throw new BadInputException(
          place, "line longer than %,d bytes; is this the right format?".formatted(maxLineBytes));
    }
    end = lineEnd;
    nextStart = Math.min(lineEnd + 1, limit);
    return true;
  }

  /** The array that holds the line; another one after any call of {@link #next}. */
  public byte[] array() {
    return buffer;
  }

  /** Index of the line's first byte in {@link #array}. */
  public int start() {
    return start;
  }

  /**
   * Index of the line's first byte behind UTF-8's byte order mark, which only the first line may
   * have.
   */
  public int textStart() {
    return line == 1 ? ByteScan.afterByteOrderMark(buffer, start, end) : start;
  }

  /** Index of the line's end in {@link #array}, exclusive, before its LF. */
  public int end() {
    return end;
  }

  /** Index of the line's end, exclusive, before a CR that stands there. */
  public int textEnd() {
    return end > start && buffer[end - 1] == '\r' ? end - 1 : end;
  }

  /** Whether the line ends with the input instead of an LF. */
  public boolean lacksLineEnd() {
    return end == limit;
  }

  /** The line's number, from 1; 0 before the first {@link #next}. */
  public long line() {
    return line;
  }

  /** The offset of the line's start in the input, in bytes. */
  public long byteOffset() {
    return bufferOffset + start;
  }

  /** The line's number and start. */
  public Place place() {
    return new Place(source, line, byteOffset());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void skipLine(int from) throws IOException {
    int lineEnd = ByteScan.indexOf(buffer, from, limit, LF);
    while (lineEnd == limit) {
      bufferOffset += limit;
      limit = 0;
      lineEnd = 0;
      if (!fill()) {
        break;
      }
      lineEnd = ByteScan.indexOf(buffer, 0, limit, LF);
    }
    nextStart = Math.min(lineEnd + 1, limit);
    start = nextStart;
  }

  /** Reads more of the line that begins at {@code start}, which may move; false at the end. */
  private boolean fill() throws IOException {
    if (limit == buffer.length) {
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, limit - start);
        bufferOffset += start;
        limit -= start;
        start = 0;
      } else {
        // One byte above the maximum shows that a line is too long.
        buffer = Arrays.copyOf(buffer, (int) Math.min(maxLineBytes + 1L, 2L * buffer.length));
      }
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    limit += Math.max(0, read);
    return read > 0;
  }
}
