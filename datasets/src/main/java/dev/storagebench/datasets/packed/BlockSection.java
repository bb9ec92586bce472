package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A part of a {@link BlockFile} that is appended to, padded to whole blocks with zeros. It is
 * written and hashed piece by piece; the hash of a piece is the seed of the next. For one thread.
 */
final class BlockSection {
  private final BlockFile file;
  private final ByteBuffer piece;
  private final long start;
  private long offset;
  private long hash;

  /**
   * @param start where it starts in the file, a multiple of the block size
   * @param pieceBytes what is written at once, a multiple of the block size
   */
  BlockSection(BlockFile file, long start, int pieceBytes) {
    this.file = file;
    this.piece = BlockFile.allocate(pieceBytes);
    this.start = start;
    this.offset = start;
  }

  long start() {
    return start;
  }

  /** End in the file, once it is finished. */
  long end() {
    return offset;
  }

  /** Appends all bytes between position and limit. */
  void put(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int count = Math.min(bytes.remaining(), piece.remaining());
      piece.put(piece.position(), bytes, bytes.position(), count);
      piece.position(piece.position() + count);
      bytes.position(bytes.position() + count);
      if (!piece.hasRemaining()) {
        flush();
      }
    }
  }

  private void flush() throws IOException {
    int bytes = BlockFile.pad(piece);
    hash = XXH64.hash(piece, 0, bytes, hash);
    file.write(piece, bytes, offset);
    offset += bytes;
  }

  /** Writes the rest, and returns the checksum. */
  long finish() throws IOException {
    if (piece.position() > 0) {
      flush();
    }
    return hash;
  }
}
