package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.inspect.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How well bytes compress: raw size divided by the sum of the compressed blocks. */
final class Compressibility {
  private Compressibility() {}

  /** The nine ratios: each codec on blocks of 4 KiB and 16 KiB and on the whole. */
  static Map<String, Double> measure(byte[] data) {
    Map<String, Double> ratios = new LinkedHashMap<>();
    for (int block : new int[] {4096, 16384, data.length}) {
      String of = block == data.length ? "whole" : block / 1024 + "k";
      for (Codec codec : Codec.values()) {
        ratios.put(codec.name().toLowerCase(Locale.ROOT) + "-" + of, ratio(data, block, codec));
      }
    }
    return ratios;
  }

  private static double ratio(byte[] data, int block, Codec codec) {
    long compressed = 0;
    try {
      for (int at = 0; at < data.length; at += block) {
        compressed += codec.compressedBytes(data, at, Math.min(block, data.length - at));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return (double) data.length / compressed;
  }
}
