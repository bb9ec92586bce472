package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.ByteScan;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The elements of one JSON array, however it is laid out: what stands between its brackets and
 * commas, with strings and brackets inside respected. Whether an element is JSON is left to the
 * parser.
 *
 * <p>A line end inside a string, which JSON forbids, means a lost quote: the element ends there,
 * and the next begins at a line that starts with a brace. A lost bracket is not recognised so: its
 * element reaches up to where the brackets are balanced again, or to the end of the input.
 */
final class ArrayElements implements Elements {
  private static final int FIRST_CAPACITY = 256 << 10;
  private static final int BYTE_ORDER_MARK_BYTES = 3;

  private final InputStream in;
  private final String source;
  private final int maxElementBytes;
  private byte[] buffer;

  /** The current element. */
  private int start;

  private int end;

  /** What is scanned next, and where the bytes read so far end. */
  private int position;

  private int limit;

  /** The input's offset of {@code buffer[0]}, and the line {@code buffer[start]} is in. */
  private long bufferOffset;

  private long startLine = 1;

  private State state = State.BEFORE;
  private boolean tooLong;

  private enum State {
    BEFORE,
    INSIDE,
    LOST_QUOTE,
    CLOSED,
    ENDED
  }

  /**
   * @param in the bytes, whose first that is no white space is a bracket; closed by {@link #close}
   * @param source the input's name for places
   * @param maxElementBytes the longest element that is handed out
   */
  ArrayElements(InputStream in, String source, int maxElementBytes) {
    this.in = in;
    this.source = source;
    this.maxElementBytes = maxElementBytes;
    this.buffer = new byte[Math.min(FIRST_CAPACITY, maxElementBytes + 1)];
  }

  @Override
  public boolean next() throws IOException {
    if (state == State.ENDED) {
      return false;
    }
    if (state == State.LOST_QUOTE) {
      skipToLineWithBrace();
    }
    int first = peekAfterSpace();
    if (state == State.BEFORE) {
      first = open();
    }
    if (state == State.CLOSED) {
      state = State.ENDED;
      if (first >= 0) {
        throw bad("the array has ended, yet more follows; one array was expected");
      }
      return false;
    }
    if (first < 0) {
      state = State.ENDED;
      throw bad("the array is cut off: it does not end with ']'");
    }
    return scanElement();
  }

  /** Passes the opening bracket, and the closing one of an empty array. */
  private int open() throws IOException {
    while (limit - position < BYTE_ORDER_MARK_BYTES && fill()) {
      // Until it can be there.
    }
    position += ReviewForm.byteOrderMark(buffer, position, limit);
    peekAfterSpace();
    position++;
    state = State.INSIDE;
    int first = peekAfterSpace();
    if (first == ']') {
      position++;
      state = State.CLOSED;
      first = peekAfterSpace();
    }
    return first;
  }

  /** Finds the element's end, a comma or bracket outside all of its own brackets. */
  private boolean scanElement() throws IOException {
    tooLong = false;
    scanToElementEnd();
    end = position;
    if (position < limit) {
      position++;
    }
    if (tooLong || end - start > maxElementBytes) {
      throw bad(
          "the element that ends here is longer than the %,d bytes that are read"
              .formatted(maxElementBytes));
    }
    return true;
  }

  private void scanToElementEnd() throws IOException {
    int depth = 0;
    while (true) {
      int next = peek();
      if (next < 0) {
        // An element that is whole but for the array's end is told by the next call.
        state = depth == 0 ? state : State.ENDED;
        return;
      }
      if (depth == 0 && (next == ',' || next == ']')) {
        state = next == ']' ? State.CLOSED : state;
        return;
      }
      position++;
      if (next == '{' || next == '[') {
        depth++;
      } else if (next == '}' || next == ']') {
        depth = Math.max(0, depth - 1);
      } else if (next == '"' && !passString()) {
        return;
      }
    }
  }

  /** Passes the rest of a string; false if a line end or the input's end comes first. */
  private boolean passString() throws IOException {
    while (true) {
      position = ByteScan.indexOfAny(buffer, position, limit, (byte) '"', (byte) '\\', (byte) '\n');
      int next = peek();
      if (next == '"') {
        position++;
        return true;
      }
      if (next < 0 || next == '\n') {
        state = next < 0 ? State.ENDED : State.LOST_QUOTE;
        return false;
      }
      if (next == '\\') {
        position++;
        if (peek() >= 0) {
          position++;
        }
      }
    }
  }

  /** Goes on behind a lost quote, from the start of the line after it. */
  private void skipToLineWithBrace() throws IOException {
    state = State.INSIDE;
    int first = peekAfterSpace();
    while (first >= 0 && first != '{' && first != ']') {
      do {
        position = ByteScan.indexOf(buffer, position, limit, (byte) '\n');
        dropScanned();
      } while (position == limit && peek() >= 0);
      first = peekAfterSpace();
    }
    if (first == ']') {
      position++;
      state = State.CLOSED;
    }
  }

  /** Passes white space and begins a piece there; its first byte, or -1 at the end. */
  private int peekAfterSpace() throws IOException {
    int next;
    do {
      position = JsonScanner.skipSpace(buffer, position, limit);
      dropScanned();
      next = peek();
    } while (next >= 0 && JsonScanner.isSpace((byte) next));
    return next;
  }

  /** Lets the piece begin at {@code position}; what is before it can be overwritten. */
  private void dropScanned() {
    startLine += ByteScan.count(buffer, start, position, (byte) '\n');
    start = position;
  }

  /** The next byte without passing it, or -1 at the end of the input. */
  private int peek() throws IOException {
    return position < limit || fill() ? buffer[position] & 0xff : -1;
  }

  private boolean fill() throws IOException {
    if (limit == buffer.length) {
      if (start == 0 && limit > maxElementBytes) {
        // Keeps nothing of such an element but that it is too long.
        dropScanned();
        tooLong = true;
      }
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, limit - start);
        bufferOffset += start;
        limit -= start;
        position -= start;
        start = 0;
      } else {
        // One byte above the maximum is enough to see that an element is too long.
        buffer = Arrays.copyOf(buffer, (int) Math.min(maxElementBytes + 1L, 2L * buffer.length));
      }
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    limit += Math.max(read, 0);
    return read > 0;
  }

  private BadInputException bad(String problem) {
    return new BadInputException(place(position), problem);
  }

  @Override
  public byte[] array() {
    return buffer;
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
    long line = startLine + ByteScan.count(buffer, start, index, (byte) '\n');
    return new Place(source, line, bufferOffset + index);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
