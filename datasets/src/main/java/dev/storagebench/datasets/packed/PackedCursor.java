package dev.storagebench.datasets.packed;

import static java.util.Objects.requireNonNull;

import dev.storagebench.datasets.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a range of a packed file's records, by one thread, in constant memory: while one
 * frame is in use, another thread reads and checks the next.
 */
public final class PackedCursor implements Closeable {
  private final PackedFile file;
  private final boolean withValues;
  private final long end;
  private final int endFrame;
  private int nextFrame;
  private long index;
  private @Nullable Frame frame;
  private @Nullable Future<Frame> ahead;

  /** Over the records {@code [first, end)}. */
  PackedCursor(PackedFile file, long first, long end, boolean withValues) {
    this.file = file;
    this.withValues = withValues;
    this.index = first - 1;
    this.end = end;
    this.nextFrame = first < end ? file.frameOf(first) : 0;
    this.endFrame = first < end ? file.frameOf(end - 1) + 1 : 0;
    readAhead();
  }

  private void readAhead() {
    ahead = nextFrame < endFrame ? file.read(nextFrame++, withValues) : null;
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
      enterFrame(following);
    }
    index = following;
    return true;
  }

  private void enterFrame(long record) throws IOException {
    if (ahead == null) {
      throw new IOException("the frames end before record %,d of %,d".formatted(record, end));
    }
    Frame next = BlockFile.await(ahead);
    file.giveBack(frame);
    frame = next;
    readAhead();
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
    return requireNonNull(frame, "next() comes first").key();
  }

  /** The current record's value, on the same terms as {@link #key}; it may be empty. */
  public ByteBuffer value() {
    return requireNonNull(frame, "next() comes first").value();
  }

  /** The current record's number in the whole file, from 0. */
  public long index() {
    return index;
  }

  /** Waits for a read-ahead under way and hands the frames back. */
  @Override
  public void close() {
    file.giveBack(frame);
    frame = null;
    if (ahead != null) {
      try {
        file.giveBack(BlockFile.await(ahead));
      } catch (IOException nobodyAsksForThisFrame) {
        // Damage in a frame that was not asked for is not this caller's.
      }
      ahead = null;
    }
  }
}
