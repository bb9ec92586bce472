package dev.storagebench.datasets.input;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.storagebench.datasets.input.bzip2.ParallelBzip2InputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** The ways an input may be compressed, each known by its first bytes. */
enum Compression {
  /** RFC 1952; all members. */
  GZIP("gzip", "\u001f\u008b") {
    @Override
    InputStream decompress(InputStream in) throws IOException {
      return GzipCompressorInputStream.builder()
          .setInputStream(in)
          .setDecompressConcatenated(true)
          .get();
    }
  },
  /** All streams, on all processors. */
  BZIP2("bzip2", "BZh") {
    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new ParallelBzip2InputStream(
          in, Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
    }
  },
  /** The .xz file format; all streams. */
  XZ("xz", "\u00fd7zXZ\0") {
    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new XZInputStream(in);
    }
  },
  /** RFC 8878; all frames. */
  ZSTD("zstd", "(\u00b5/\u00fd") {
    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new ZstdInputStreamNoFinalizer(in);
    }
  };

  /** How many first bytes {@link #begins} needs to see. */
  static final int MAGIC_BYTES = 6;

  /** Each takes about 12 MiB; more outrun every reader. */
  private static final int MAX_THREADS = 8;

  private final String label;

  /** The first bytes, a character each. */
  private final String magic;

  Compression(String label, String magic) {
    this.label = label;
    this.magic = magic;
  }

  /** What people call it. */
  String label() {
    return label;
  }

  /** Wraps the compressed bytes; damage shows as an exception of any kind while reading. */
  abstract InputStream decompress(InputStream in) throws IOException;

  /** Whether an input with these first bytes is compressed in this way. */
  boolean begins(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1).startsWith(magic);
  }
}
