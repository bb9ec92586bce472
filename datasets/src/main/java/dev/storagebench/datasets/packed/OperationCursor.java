package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.packed.OperationFile.Head;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A walk over the operations of a file, by one thread, in constant memory. */
public final class OperationCursor implements Closeable {
  private static final int FIELD_MASK = (1 << OperationFile.FIELD_BITS) - 1;
  private static final Operation[] KINDS = Operation.values();
  private static final OperationFile.Before[] STATES = OperationFile.Before.values();

  private final PackedCursor pieces;
  private final Head head;
  private ByteBuffer piece = ByteBuffer.allocate(0);
  private long word;
  private long nanos;

  OperationCursor(PackedFile file, Head head) {
    this.head = head;
    this.pieces = new PackedCursor(file, 0, file.summary().records() - 1, true);
  }

  /**
   * Advances to the next operation; allocates nothing.
   *
   * @return false at the end, where {@link #nanos} stays that of the last operation
   * @throws UncheckedIOException if the file is damaged or cannot be read
   */
  public boolean next() {
    try {
      while (piece.remaining() < OperationFile.ENTRY_BYTES) {
        if (!pieces.next()) {
          return false;
        }
        piece = pieces.value().order(ByteOrder.LITTLE_ENDIAN);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    word = piece.getLong();
    nanos = piece.getLong();
    return true;
  }

  /** How many operations the file has. */
  public long operations() {
    return head.operations();
  }

  /** How many of them, the first ones, warm up. */
  public long warmUp() {
    return head.warmUp();
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
    pieces.close();
  }
}
