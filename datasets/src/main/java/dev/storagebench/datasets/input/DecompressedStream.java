package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The output of a decompressor. Hands out every byte decompressed before damage, then throws a
 * {@link BadInputException} with the offset on both sides. An I/O error of the file is reported so
 * too, with the system's message.
 */
final class DecompressedStream extends BlockInputStream {
  private final BoundedInputStream compressed;
  private boolean compressedEnded;
  private final String source;
  private final InputCompression compression;
  private final InputStream decompressor;
  private long decompressedBytes;
  private @Nullable IOException failure;

  /** Owns {@code in}, even if this fails. */
  DecompressedStream(InputStream in, String source, InputCompression compression)
      throws IOException {
    this.compressed =
        BoundedInputStream.builder()
            .setInputStream(in)
            .setAfterRead(bytes -> compressedEnded |= bytes < 0)
            .get();
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
    String reason = e instanceof EOFException || e.getMessage() == null ? "" : e.getMessage();
    return BadInputException.damage(
        new Place(source, 0, byteOffset),
        "%s data %s near compressed byte %,d%s; download the file again, or test it with '%s -t'"
            .formatted(
                compression.label(),
                compressedEnded ? "cut off" : "damaged",
                compressed.getCount(),
                reason.isEmpty() ? "" : " (" + reason + ")",
                compression.label()),
        e);
  }

  @Override
  public void close() throws IOException {
    decompressor.close();
    compressed.close();
  }
}
