package dev.storagebench.datasets.inspect;

import java.util.List;

/**
 * How well records compress, keys and values one after the other in the order of the input. An
 * engine that sorts by key puts other records side by side, and so may compress better.
 *
 * @param sampleBytes how many bytes were compressed to find out
 * @param wholeData whether these are all
 * @param ratios raw ÷ compressed size by codec
 */
public record Compressibility(long sampleBytes, boolean wholeData, List<Ratio> ratios) {

  /** Copies the list. */
  public Compressibility {
    ratios = List.copyOf(ratios);
  }

  /**
   * Raw ÷ compressed size with one codec.
   *
   * @param codec its name
   * @param blocksOf4KiB in blocks of 4 KiB, each compressed alone
   * @param blocksOf16KiB in blocks of 16 KiB
   * @param stream as one stream
   */
  public record Ratio(String codec, double blocksOf4KiB, double blocksOf16KiB, double stream) {}
}
