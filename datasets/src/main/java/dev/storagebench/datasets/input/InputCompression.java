package dev.storagebench.datasets.input;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** Supported compression formats of inputs, detected by magic number. */
enum InputCompression {
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
  /** All streams, blocks in parallel. */
  BZIP2("bzip2", "BZh") {
    @Override
    InputStream decompress(InputStream in) {
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

  /** Each takes about 12 MiB; more outrun every reader. */
  private static final int MAX_THREADS = 8;

  private final String label;

  /** The first bytes, one per character. */
  private final String magic;

  InputCompression(String label, String magic) {
    this.label = label;
    this.magic = magic;
  }

  /** The name of the format and of its command-line tool. */
  String label() {
    return label;
  }

  /** Wraps compressed bytes; reading damaged data throws any exception. */
  abstract InputStream decompress(InputStream in) throws IOException;

  /** The format of an input that starts with these bytes, null if not compressed. */
  static @Nullable InputCompression of(byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    for (InputCompression each : values()) {
      if (start.startsWith(each.magic)) {
        return each;
      }
    }
    return null;
  }
}
