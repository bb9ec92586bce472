package dev.storagebench.datasets.input;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Bytes as each compressor packs them, for tests. */
public enum CompressedSamples {
  GZIP {
    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new GZIPOutputStream(out);
    }
  },
  BZIP2 {
    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new BZip2CompressorOutputStream(out, 1);
    }
  },
  XZ {
    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new XZOutputStream(out, new LZMA2Options(0));
    }
  },
  ZSTD {
    @Override
    OutputStream compressor(OutputStream out) throws IOException {
      return new ZstdOutputStreamNoFinalizer(out).setChecksum(true);
    }
  };

  abstract OutputStream compressor(OutputStream out) throws IOException;

  /** One member, stream or frame for each part, one behind the other. */
  public byte[] compress(byte[]... parts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      ByteArrayOutputStream one = new ByteArrayOutputStream();
      try (OutputStream compressor = compressor(one)) {
        compressor.write(part);
      }
      one.writeTo(out);
    }
    return out.toByteArray();
  }
}
