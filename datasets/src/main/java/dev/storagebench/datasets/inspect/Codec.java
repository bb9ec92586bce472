package dev.storagebench.datasets.inspect;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyOutputStream;

/** The compressors that storage engines have, at the levels they have them by default. */
public enum Codec {
  /** LZ4's fast compressor. */
  LZ4("lz4") {
    @Override
    public int compressedBytes(byte[] bytes, int offset, int length) {
      LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
      byte[] into = new byte[compressor.maxCompressedLength(length)];
      return compressor.compress(bytes, offset, length, into, 0);
    }

    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new LZ4FrameOutputStream(out, LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB);
    }
  },
  /** Snappy. */
  SNAPPY("snappy") {
    @Override
    public int compressedBytes(byte[] bytes, int offset, int length) throws IOException {
      byte[] into = new byte[Snappy.maxCompressedLength(length)];
      return Snappy.compress(bytes, offset, length, into, 0);
    }

    @Override
    OutputStream compressor(OutputStream out) {
      return new SnappyOutputStream(out, SNAPPY_BLOCK_BYTES);
    }
  },
  /** Zstandard at its default level. */
  ZSTD("zstd-3") {
    @Override
    public int compressedBytes(byte[] bytes, int offset, int length) {
      byte[] into = new byte[(int) Zstd.compressBound(length)];
      long compressed =
          Zstd.compressByteArray(into, 0, into.length, bytes, offset, length, ZSTD_LEVEL);
      if (Zstd.isError(compressed)) {
        throw new IllegalStateException("zstd: " + Zstd.getErrorName(compressed));
      }
      return (int) compressed;
    }

    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new ZstdOutputStreamNoFinalizer(out, ZSTD_LEVEL);
    }
  };

  private static final int ZSTD_LEVEL = 3;

  /** Snappy itself looks back 64 KiB; larger blocks only have fewer heads. */
  private static final int SNAPPY_BLOCK_BYTES = 1 << 20;

  private final String label;

  Codec(String label) {
    this.label = label;
  }

  /** Its name, and its level where it has some. */
  public String label() {
    return label;
  }

  /** How many bytes a block takes once compressed alone. */
  public abstract int compressedBytes(byte[] bytes, int offset, int length) throws IOException;

  /** Compresses everything that is written as one stream. */
  abstract OutputStream compressor(OutputStream out) throws IOException;
}
