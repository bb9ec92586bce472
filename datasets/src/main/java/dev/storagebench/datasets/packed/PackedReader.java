package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The records of a packed file, copied onto the heap as readers hand them out. */
final class PackedReader implements RecordReader {
  private static final int FIRST_CAPACITY = 16 << 10;

  private final PackedFile file;
  private final PackedCursor cursor;
  private final ReadCounts counts = new ReadCounts();
  private ByteBuffer key = ByteBuffer.allocate(MAX_KEY_BYTES);
  private ByteBuffer value = ByteBuffer.allocate(FIRST_CAPACITY);

  private PackedReader(PackedFile file, PackedCursor cursor) {
    this.file = file;
    this.cursor = cursor;
  }

  static PackedReader open(Path path) throws IOException {
    PackedFile file = PackedFile.open(path);
    try {
      return new PackedReader(file, file.cursor());
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public boolean next() throws IOException {
    if (!cursor.next()) {
      return false;
    }
    key = copy(cursor.key(), key);
    value = copy(cursor.value(), value);
    counts.record();
    return true;
  }

  /** Copies into the buffer, or into a larger one. */
  private static ByteBuffer copy(ByteBuffer from, ByteBuffer into) {
    ByteBuffer roomy =
        into.capacity() >= from.remaining()
            ? into
            : ByteBuffer.allocate((int) Math.min(MAX_VALUE_BYTES, 2L * from.remaining()));
    return roomy.clear().put(from).flip();
  }

  @Override
  public ByteBuffer key() {
    return key.duplicate();
  }

  @Override
  public ByteBuffer value() {
    return value.duplicate();
  }

  @Override
  public OptionalLong expectedRecords() {
    return OptionalLong.of(file.summary().records());
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }

  @Override
  public void close() throws IOException {
    try {
      cursor.close();
    } finally {
      file.close();
    }
  }
}
