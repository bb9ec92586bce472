package dev.storagebench.core.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a file and leaves out blocks of zeros, so that a sparse file stays one. */
final class SparseCopy {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(BLOCK_BYTES);

  private SparseCopy() {}

  static void copy(Path from, Path to) throws IOException {
    try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel target =
            FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      long position = 0;
      while (source.read(block, position) >= 0) {
        block.flip();
        int length = block.remaining();
        if (!block.equals(ZEROS.slice(0, length))) {
          long at = position;
          while (block.hasRemaining()) {
            at += target.write(block, at);
          }
        }
        position += length;
        block.clear();
      }
      long length = source.size();
      if (target.size() < length) {
        target.write(ByteBuffer.allocate(1), length - 1);
      }
      // Otherwise the system would write the copy out while it is being measured.
      target.force(true);
    }
  }
}
