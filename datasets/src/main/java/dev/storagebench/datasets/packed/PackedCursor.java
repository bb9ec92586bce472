package dev.storagebench.datasets.packed;

import static java.util.Objects.requireNonNull;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
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
    Frame next = BlockFile.await(requireNonNull(ahead, "the frames end before the records"));
    file.giveBack(frame);
    frame = next;
    readAhead();
    for (long skipped = next.entry.firstRecord(); skipped < record; skipped++) {
      next.next();
    }
  }

  /**
   * The current record's key: a direct buffer, its bytes between position and limit, to be read
   * only and valid until the next call of {@link #next}. The caller may move its position and
   * limit.
   */
  public ByteBuffer key() {
    return requireNonNull(frame, "next() comes first").key;
  }

  /** The current record's value, on the same terms as {@link #key}; it may be empty. */
  public ByteBuffer value() {
    return requireNonNull(frame, "next() comes first").value;
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

  /**
   * A frame read back: filled and checked by one thread, then walked record by record by another.
   * Its buffers are used again for the next frame.
   */
  static final class Frame {
    private final BlockFile file;
    private final ByteBuffer bytes;
    private final ByteBuffer key;
    private final ByteBuffer value;
    private Catalog.FrameEntry entry = new Catalog.FrameEntry(0, 0, 0, 0, 0);
    private int walked;
    private int headAt;
    private int headEnd;
    private int bodyAt;
    private int bodyEnd;
    private boolean withBody;

    /**
     * @param mostBytes of any frame in the file
     */
    Frame(BlockFile file, long mostBytes) {
      this.file = file;
      bytes = BlockFile.allocate(mostBytes);
      key = bytes.duplicate();
      value = bytes.duplicate();
    }

    /**
     * Reads a frame and checks it against its checksums and the index.
     *
     * @param withBody false to read the keys only
     */
    void read(Catalog.FrameEntry entry, boolean withBody) throws IOException {
      this.entry = entry;
      this.withBody = withBody;
      int headBytes = entry.headBytes();
      int bodyBytes = withBody ? entry.bodyBytes() : 0;
      int total = Math.addExact(headBytes, bodyBytes);
      file.read(bytes, total, entry.offset());
      if (bytes.getLong(0) != BlockFile.XXH64.hash(bytes, 8, headBytes - 8, 0)
          || (withBody
              && bytes.getLong(40) != BlockFile.XXH64.hash(bytes, headBytes, bodyBytes, 0))) {
        throw damaged("frame checksum mismatch");
      }
      headAt = PackedWriter.HEAD_START;
      headEnd = bytes.getInt(16);
      bodyAt = headBytes;
      bodyEnd = headBytes + bytes.getInt(20);
      walked = 0;
      if (bytes.getInt(8) != headBytes
          || bytes.getInt(12) != entry.bodyBytes()
          || headEnd > headBytes
          || bytes.getInt(20) > bytes.getInt(12)
          || bytes.getInt(24) != entry.records()
          || bytes.getLong(32) != entry.firstRecord()) {
        throw damaged("the frame does not match its index entry");
      }
    }

    /** Advances to the next record; false at the frame's end. */
    private boolean next() throws BadInputException {
      if (walked == entry.records()) {
        if (headAt != headEnd || (withBody && bodyAt != bodyEnd)) {
          throw damaged("the frame holds more than its %,d records".formatted(entry.records()));
        }
        return false;
      }
      int keyLength = varint();
      int valueLength = varint();
      if (keyLength < 1
          || keyLength > RecordReader.MAX_KEY_BYTES
          || keyLength > headEnd - headAt
          || valueLength < 0
          || (withBody && valueLength > bodyEnd - bodyAt)) {
        throw damaged("record %,d exceeds its frame".formatted(entry.firstRecord() + walked));
      }
      // The limit comes first: a position past the old limit would be refused.
      key.limit(headAt + keyLength).position(headAt);
      headAt += keyLength;
      if (withBody) {
        value.limit(bodyAt + valueLength).position(bodyAt);
        bodyAt += valueLength;
      }
      walked++;
      return true;
    }

    /** Unsigned LEB128; -1 if it does not end. */
    private int varint() {
      int number = 0;
      for (int shift = 0; shift < Integer.SIZE && headAt < headEnd; shift += 7) {
        byte next = bytes.get(headAt++);
        number |= (next & 0x7f) << shift;
        if (next >= 0) {
          return number;
        }
      }
      return -1;
    }

    private BadInputException damaged(String problem) {
      return Catalog.damaged(file, entry.offset(), problem);
    }
  }
}
