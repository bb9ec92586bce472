package dev.storagebench.datasets.input;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** Supported compression formats of inputs, with all members, streams and frames. */
enum InputCompression {
  GZIP("\u001f\u008b"),
  BZIP2("BZh"),
  XZ("\u00fd7zXZ\0"),
  ZSTD("(\u00b5/\u00fd");

  // xz -9 takes 65 MiB; a damaged header may ask for 4 GiB.
  private static final int MAX_XZ_KIB = 256 << 10;

  /** The first bytes, one per character. */
  private final String magic;

  InputCompression(String magic) {
    this.magic = magic;
  }

  /** The name of the format and of its command-line tool. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Wraps compressed bytes; reading damaged data throws any exception. */
  InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case GZIP ->
          GzipCompressorInputStream.builder()
              .setInputStream(in)
              .setDecompressConcatenated(true)
              .get();
      case BZIP2 -> new BZip2CompressorInputStream(in, true);
      case XZ -> new XZInputStream(in, MAX_XZ_KIB);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
    };
  }

  /** The format of an input that starts with these bytes; empty if it is not compressed. */
  static Optional<InputCompression> of(byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    return Stream.of(values()).filter(each -> start.startsWith(each.magic)).findFirst();
  }
}
