package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The output of a decompressor. Hands out every byte decompressed before damage, then throws a
 * {@link BadInputException} with the offset on both sides. I/O errors of the file pass through.
 */
final class DecompressedStream extends BlockInputStream {
  private final CompressedBytes compressed;
  private final String source;
  private final InputCompression compression;
  private final InputStream decompressor;
  private long decompressedBytes;
  private @Nullable IOException failure;

  /** Owns {@code in}, even if this fails. */
  DecompressedStream(InputStream in, String source, InputCompression compression)
      throws IOException {
    this.compressed = new CompressedBytes(in);
    this.source = source;
    this.compression = compression;
    try {
      this.decompressor = compression.decompress(compressed);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw damaged(e, 0);
    }
  }

  /** Overwrites all of the given range. */
  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    Arrays.fill(into, offset, offset + length, (byte) 0);
    int read;
    try {
      read = decompressor.read(into, offset, length);
    } catch (IOException | RuntimeException e) {
      // The failed call wrote what it decompressed but does not return how much: up to the last
      // byte that is not 0.
      read = length;
      while (read > 0 && into[offset + read - 1] == 0) {
        read--;
      }
      failure = damaged(e, decompressedBytes + read);
      if (read == 0) {
        throw failure;
      }
    }
    decompressedBytes += Math.max(0, read);
    return read;
  }

  private IOException damaged(Exception e, long byteOffset) {
    if (compressed.failure != null) {
      return compressed.failure;
    }
    String reason = e instanceof EOFException || e.getMessage() == null ? "" : e.getMessage();
    return BadInputException.damage(
        new Place(source, 0, byteOffset),
        "%s data %s near compressed byte %,d%s; download the file again, or test it with '%s -t'"
            .formatted(
                compression.label(),
                compressed.ended ? "cut off" : "damaged",
                compressed.bytes,
                reason.isEmpty() ? "" : " (" + reason + ")",
                compression.label()),
        e);
  }

  @Override
  public void close() throws IOException {
    decompressor.close();
    compressed.close();
  }

  /** Counts the compressed bytes and keeps an I/O error of the file. */
  private static final class CompressedBytes extends FilterInputStream {
    private long bytes;
    private long markedBytes;

    private boolean ended;
    private @Nullable IOException failure;

    CompressedBytes(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        int read = in.read(into, offset, length);
        bytes += Math.max(0, read);
        ended |= read < 0;
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public long skip(long count) throws IOException {
      long skipped = in.skip(count);
      bytes += skipped;
      return skipped;
    }

    @Override
    public synchronized void mark(int limit) {
      in.mark(limit);
      markedBytes = bytes;
    }

    @Override
    public synchronized void reset() throws IOException {
      in.reset();
      bytes = markedBytes;
    }
  }
}
