package dev.storagebench.datasets.synthetic;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jpountz.lz4.LZ4Factory;
import org.xerial.snappy.Snappy;

/** How well bytes compress: raw size divided by the sum of the compressed blocks. */
final class Compressibility {
  private Compressibility() {}

  /** The nine ratios: each codec on blocks of 4 KiB and 16 KiB and on the whole. */
  static Map<String, Double> measure(byte[] data) {
    Map<String, Double> ratios = new LinkedHashMap<>();
    for (int block : new int[] {4096, 16384, data.length}) {
      String of = block == data.length ? "whole" : block / 1024 + "k";
      ratios.put("lz4-" + of, ratio(data, block, Compressibility::lz4));
      ratios.put("snappy-" + of, ratio(data, block, Compressibility::snappy));
      ratios.put("zstd-" + of, ratio(data, block, Compressibility::zstd));
    }
    return ratios;
  }

  private interface Codec {
    int compressedBytes(byte[] block);
  }

  private static double ratio(byte[] data, int block, Codec codec) {
    long compressed = 0;
    for (int at = 0; at < data.length; at += block) {
      compressed +=
          codec.compressedBytes(Arrays.copyOfRange(data, at, Math.min(data.length, at + block)));
    }
    return (double) data.length / compressed;
  }

  private static int lz4(byte[] block) {
    return LZ4Factory.fastestInstance().fastCompressor().compress(block).length;
  }

  private static int snappy(byte[] block) {
    try {
      return Snappy.compress(block).length;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static int zstd(byte[] block) {
    return Zstd.compress(block, 3).length;
  }
}
