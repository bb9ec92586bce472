package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.packed.OperationFile.Head;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** Writes an {@link OperationFile}, which appears whole or not at all. For one thread. */
public final class OperationWriter implements Closeable {
  private final PackedWriter file;
  private final ByteBuffer key = ByteBuffer.wrap(new byte[1]);
  private final ByteBuffer piece = BlockFile.allocate(OperationFile.PIECE_BYTES);
  private long operations;
  private long warmUp;

  OperationWriter(Path target) throws IOException {
    file = new PackedWriter(target, OperationFile.PIECE_BYTES);
  }

  /** Starts the operations of the records that will be packed into a file. */
  public static OperationWriter create(Path records) throws IOException {
    return new OperationWriter(OperationFile.beside(records));
  }

  /**
   * Appends an operation.
   *
   * @param word as {@link OperationFile#word} makes it
   * @param nanos its time, not before that of the operation before it
   */
  public void add(long word, long nanos) throws IOException {
    if (!piece.hasRemaining()) {
      file.add(key, piece.flip());
      piece.clear();
    }
    piece.putLong(word).putLong(nanos);
    operations++;
  }

  void add(long word, long nanos, boolean warmsUp) throws IOException {
    add(word, nanos);
    warmUp += warmsUp ? 1 : 0;
  }

  /** Writes the rest and the totals, and renames the file to its target, durably. */
  public void finish(TraceSummary summary) throws IOException {
    warmUp = operations / OperationFile.WARM_UP_SHARE;
    finish("", summary);
  }

  void finish(String whole, TraceSummary summary) throws IOException {
    file.add(key, piece.flip());
    Head head = new Head(whole, summary, operations, warmUp);
    file.add(key, ByteBuffer.wrap(JsonMapper.shared().writeValueAsBytes(head)));
    file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
