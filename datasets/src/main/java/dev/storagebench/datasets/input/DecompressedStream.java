package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.bzip2.Bzip2DamageException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A decompressor's output that turns every failure of the decompressor, checked or not, into a
 * {@link BadInputException} that tells how far it came on both sides. Failures of the file itself
 * pass through.
 */
final class DecompressedStream extends InputStream {
  private final InputStream decompressor;
  private final CompressedBytes compressed;
  private final String source;
  private final Compression compression;
  private long bytes;

  private DecompressedStream(
      InputStream decompressor,
      CompressedBytes compressed,
      String source,
      Compression compression) {
    this.decompressor = decompressor;
    this.compressed = compressed;
    this.source = source;
    this.compression = compression;
  }

  /** Begins to decompress; owns {@code in} from here on, also when it fails. */
  static InputStream open(InputStream in, String source, Compression compression)
      throws IOException {
    CompressedBytes compressed = new CompressedBytes(in);
    try {
      return new DecompressedStream(
          compression.decompress(compressed), compressed, source, compression);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw damaged(e, compressed, source, compression, 0);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      int read = decompressor.read(into, offset, length);
      bytes += Math.max(read, 0);
      return read;
    } catch (IOException | RuntimeException e) {
      throw damaged(e, compressed, source, compression, bytes);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      decompressor.close();
    } finally {
      compressed.close();
    }
  }

  private static IOException damaged(
      Exception e, CompressedBytes compressed, String source, Compression compression, long bytes) {
    if (compressed.failure != null) {
      return compressed.failure;
    }
    boolean cutOff = compressed.ended;
    long compressedByte = compressed.bytes;
    if (e instanceof Bzip2DamageException damage) {
      // It reads far ahead of what it decodes, and knows better.
      cutOff = damage.cutOff();
      compressedByte = damage.compressedByte();
    }
    return new BadInputException(
        new Place(source, 0, bytes),
        "the %s data is %s near compressed byte %,d (%s); get the file again, or check it with '%s -t'"
            .formatted(
                compression.label(),
                cutOff ? "cut off" : "damaged",
                compressedByte,
                e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(),
                compression.label()),
        e);
  }

  /** Counts the compressed bytes and remembers a failure of the file. */
  private static final class CompressedBytes extends InputStream {
    private final InputStream in;
    private long bytes;
    private boolean ended;
    private @Nullable IOException failure;

    CompressedBytes(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      try {
        int read = in.read();
        count(read < 0 ? -1 : 1);
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        return count(in.read(into, offset, length));
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    private int count(int read) {
      if (read < 0) {
        ended = true;
      } else {
        bytes += read;
      }
      return read;
    }
  }
}
