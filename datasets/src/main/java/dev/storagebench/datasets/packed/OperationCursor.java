package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the operations of a part, by one thread, in constant memory: while one piece is in
 * use, another thread reads and hashes the next.
 */
public final class OperationCursor implements Closeable {
  private static final int FIELD_MASK = (1 << OperationFile.FIELD_BITS) - 1;
  private static final Operation[] KINDS = Operation.values();
  private static final OperationFile.Before[] STATES = OperationFile.Before.values();

  private final BlockFile file;
  private final OperationFile.Part part;
  private final ExecutorService readers;
  private ByteBuffer piece = BlockFile.allocate(OperationFile.PIECE_BYTES);
  private ByteBuffer spare = BlockFile.allocate(OperationFile.PIECE_BYTES);
  private @Nullable Future<?> ahead;
  private int position;
  private int limit;
  private long bytesToRead;
  private long offset;
  private long hash;
  private long word;
  private long nanos;

  OperationCursor(BlockFile file, OperationFile.Part part, ExecutorService readers) {
    this.file = file;
    this.part = part;
    this.readers = readers;
    this.offset = part.offset();
    this.bytesToRead = part.operations() * OperationFile.ENTRY_BYTES;
    readAhead();
  }

  private int nextBytes() {
    return (int) Math.min(OperationFile.PIECE_BYTES, bytesToRead);
  }

  private void readAhead() {
    int bytes = nextBytes();
    ByteBuffer into = spare;
    ahead = bytes == 0 ? null : readers.submit(() -> read(into, (int) BlockFile.padded(bytes)));
  }

  private Void read(ByteBuffer into, int bytes) throws IOException {
    file.read(into, bytes, offset);
    hash = XXH64.hash(into, 0, bytes, hash);
    return null;
  }

  /**
   * Advances to the next operation; allocates nothing.
   *
   * @return false at the end, where {@link #nanos} stays that of the last operation
   * @throws UncheckedIOException if the file is damaged or cannot be read
   */
  public boolean next() {
    if (position == limit && !nextPiece()) {
      return false;
    }
    word = piece.getLong(position);
    nanos = piece.getLong(position + Long.BYTES);
    position += OperationFile.ENTRY_BYTES;
    return true;
  }

  private boolean nextPiece() {
    if (ahead == null) {
      return false;
    }
    try {
      BlockFile.await(ahead);
      int bytes = nextBytes();
      offset += bytes;
      bytesToRead -= bytes;
      if (bytesToRead == 0 && hash != part.checksum()) {
        throw Catalog.OPERATIONS.damaged(file, part.offset(), "checksum mismatch of a part");
      }
      ByteBuffer full = spare;
      spare = piece;
      piece = full;
      position = 0;
      limit = bytes;
      readAhead();
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many operations the part has. */
  public long operations() {
    return part.operations();
  }

  /** How many of them, the first ones, warm up. */
  public long warmUp() {
    return part.warmUp();
  }

  /** The current operation's first word; equal for equal operations on a key. */
  public long word() {
    return word;
  }

  /** The index of the operation's key in the packed record file. */
  public int key() {
    return (int) word & FIELD_MASK;
  }

  /** The recorded size of the value in bytes; 0 where none was recorded. */
  public int size() {
    return (int) (word >>> OperationFile.FIELD_BITS) & FIELD_MASK;
  }

  /** The kind of operation. */
  public Operation kind() {
    return KINDS[(int) (word >>> OperationFile.KIND_SHIFT) & 3];
  }

  /** State of the key before the operation. */
  public OperationFile.Before before() {
    return STATES[(int) (word >>> OperationFile.BEFORE_SHIFT)];
  }

  /** The time after the first operation in nanoseconds; its number if the trace has no times. */
  public long nanos() {
    return nanos;
  }

  /** Waits for a read under way. */
  @Override
  public void close() {
    if (ahead != null) {
      try {
        BlockFile.await(ahead);
      } catch (IOException nobodyAsksForThisPiece) {
        // Damage in a piece that was not asked for is not this caller's.
      }
    }
  }
}
