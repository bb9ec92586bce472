package dev.storagebench.datasets.synthetic;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jpountz.lz4.LZ4Factory;
import org.xerial.snappy.Snappy;

/** How well bytes compress: raw size divided by the sum of the compressed blocks. */
final class Compressibility {
  private Compressibility() {}

  /** The nine ratios: each codec on blocks of 4 KiB and 16 KiB and on the whole. */
  static Map<String, Double> measure(byte[] data) throws IOException {
    Map<String, Double> ratios = new LinkedHashMap<>();
    for (int block : new int[] {4096, 16384, data.length}) {
      String of = block == data.length ? "whole" : block / 1024 + "k";
      for (String codec : new String[] {"lz4", "snappy", "zstd"}) {
        long compressed = 0;
        for (int at = 0; at < data.length; at += block) {
          byte[] raw = Arrays.copyOfRange(data, at, Math.min(at + block, data.length));
          compressed += compress(codec, raw).length;
        }
        ratios.put(codec + "-" + of, (double) data.length / compressed);
      }
    }
    return ratios;
  }

  private static byte[] compress(String codec, byte[] raw) throws IOException {
    return switch (codec) {
      case "lz4" -> LZ4Factory.fastestInstance().fastCompressor().compress(raw);
      case "snappy" -> Snappy.compress(raw);
      default -> Zstd.compress(raw, 3);
    };
  }
}
