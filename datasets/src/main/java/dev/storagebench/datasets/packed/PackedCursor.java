package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A walk over a range of a packed file's records, by one thread, in constant memory. */
public final class PackedCursor implements Closeable {
  private final FrameReadAhead frames;
  private final long end;
  private long index;
  private @Nullable Frame frame;

  /** Over the records {@code [first, end)}; {@code frames} start with the one of the first. */
  PackedCursor(FrameReadAhead frames, long first, long end) {
    this.frames = frames;
    this.index = first - 1;
    this.end = end;
  }

  /**
   * Advances to the next record.
   *
   * @return false at the end of the range
   * @throws BadInputException if a frame is damaged
   */
  public boolean next() throws IOException {
    long following = index + 1;
    if (following >= end) {
      index = end;
      return false;
    }
    while (frame == null || !frame.next()) {
      nextFrame(following);
    }
    index = following;
    return true;
  }

  private void nextFrame(long record) throws IOException {
    Frame next = frames.next();
    if (next == null) {
      throw new IOException("the frames end before record %,d of %,d".formatted(record, end));
    }
    frame = next;
    for (long skipped = next.firstRecord(); skipped < record; skipped++) {
      next.next();
    }
  }

  /**
   * The current record's key: a direct buffer, its bytes between position and limit, to be read
   * only and valid until the next call of {@link #next}. The caller may move its position and
   * limit.
   */
  public ByteBuffer key() {
    return current().key();
  }

  /** The current record's value, on the same terms as {@link #key}; it may be empty. */
  public ByteBuffer value() {
    return current().value();
  }

  private Frame current() {
    if (frame == null) {
      throw new IllegalStateException("no record yet: call next() first");
    }
    return frame;
  }

  /** The current record's number in the whole file, from 0. */
  public long index() {
    return index;
  }

  /** Ends the read-ahead. */
  @Override
  public void close() {
    frames.close();
  }
}
