package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of a stream as byte ranges of one reused array. Only LF ends a line; every other byte, a CR
 * before the LF too, belongs to it. The last line needs no LF; nothing after the last LF is no
 * line. For one thread.
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

  /** Where the next line starts, and where the bytes read so far end. */
  private int nextStart;

  private int limit;

  /** The input's offset of {@code buffer[0]}. */
  private long bufferOffset;

  private long line;
  private boolean skipRest;
  private boolean endOfInput;

  /**
   * @param in the bytes; closed by {@link #close}
   * @param source the input's name for places
   * @param maxLineBytes the longest line that is handed out, without its LF
   */
  public ByteLines(InputStream in, String source, int maxLineBytes) {
    if (maxLineBytes < 1 || maxLineBytes > Integer.MAX_VALUE - 16) {
      throw new IllegalArgumentException(
          "maxLineBytes is " + maxLineBytes + "; it must be from 1 to " + (Integer.MAX_VALUE - 16));
    }
    this.in = in;
    this.source = source;
    this.maxLineBytes = maxLineBytes;
    this.buffer = new byte[(int) Math.min(FIRST_CAPACITY, maxLineBytes + 1L)];
  }

  /**
   * Advances to the next line.
   *
   * @return false at the end of the input
   * @throws BadInputException if the line is longer than the maximum; {@link #line} and {@link
   *     #byteOffset} then tell that line, and the next call goes on with the line after it
   */
  public boolean next() throws IOException {
    if (skipRest) {
      dropUntilLineEnd();
    }
    start = nextStart;
    end = start;
    int lineEnd = findLineEnd();
    if (lineEnd - start > maxLineBytes) {
      line++;
      skipRest = true;
      throw new BadInputException(
          place(),
          "the line is longer than the %,d bytes that are read; is this the right format?"
              .formatted(maxLineBytes));
    }
    if (lineEnd == limit && lineEnd == start) {
      return false;
    }
    line++;
    end = lineEnd;
    nextStart = Math.min(lineEnd + 1, limit);
    return true;
  }

  /** The index of the line's LF, or {@code limit} if the input or the maximum ends before it. */
  private int findLineEnd() throws IOException {
    int scannedBytes = 0;
    while (true) {
      int lineEnd = ByteScan.indexOf(buffer, start + scannedBytes, limit, LF);
      if (lineEnd < limit || lineEnd - start > maxLineBytes) {
        return lineEnd;
      }
      scannedBytes = limit - start;
      if (!fill()) {
        return limit;
      }
    }
  }

  /**
   * Where the bytes that are in memory and not yet handed out begin in {@link #array}; they end at
   * {@link #limit}, with no regard to lines. A caller that finds lines there for itself goes on
   * with {@link #advance}.
   */
  public int ahead() {
    return skipRest ? limit : nextStart;
  }

  /** Where the bytes that are in memory end. */
  public int limit() {
    return limit;
  }

  /**
   * Goes on by lines that the caller has found from {@link #ahead} on, as if by {@link #next}. What
   * stands before the last of them may be overwritten.
   *
   * @param count how many, at least one
   * @param lastStart where the last of them starts, which is the current line afterwards
   * @param lastEnd where that ends, at its LF
   */
  public void advance(int count, int lastStart, int lastEnd) {
    line += count;
    start = lastStart;
    end = lastEnd;
    nextStart = lastEnd + 1;
  }

  /** The array that holds the line; another one after any call of {@link #next}. */
  public byte[] array() {
    return buffer;
  }

  /** Where the line starts in {@link #array}. */
  public int start() {
    return start;
  }

  /** Where the line ends in {@link #array}, exclusive, before its LF. */
  public int end() {
    return end;
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

  /** Reads on behind the unfinished line that begins at {@code start}; false at the end. */
  private boolean fill() throws IOException {
    if (endOfInput) {
      return false;
    }
    if (limit == buffer.length) {
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, limit - start);
        bufferOffset += start;
        limit -= start;
        start = 0;
      } else {
        // One byte above the maximum is enough to see that a line is too long.
        buffer = Arrays.copyOf(buffer, (int) Math.min(maxLineBytes + 1L, 2L * buffer.length));
      }
    }
    return readMore();
  }

  private void dropUntilLineEnd() throws IOException {
    int from = start;
    while (true) {
      int lineEnd = ByteScan.indexOf(buffer, from, limit, LF);
      if (lineEnd < limit) {
        nextStart = lineEnd + 1;
        break;
      }
      bufferOffset += limit;
      limit = 0;
      from = 0;
      if (endOfInput || !readMore()) {
        nextStart = 0;
        break;
      }
    }
    skipRest = false;
  }

  private boolean readMore() throws IOException {
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      endOfInput = true;
      return false;
    }
    limit += read;
    return true;
  }
}
