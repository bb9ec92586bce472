package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Sizes, compressibility and order of generated keys and values.
 *
 * @param key the bytes of a key
 * @param value the bytes of a value
 * @param compressible raw ÷ compressed size of the values, about
 * @param sequential whether keys ascend in unsigned byte order; random otherwise
 * @param prefix the start of each key
 */
record KeyValueShape(
    Sizes key, Sizes value, double compressible, boolean sequential, String prefix) {
  private static final String SEQUENTIAL = "sequential";
  private static final int MAX_VALUE_BYTES = 64 << 20;
  private static final double MAX_COMPRESSIBLE = 20;
  private static final Pattern PREFIX = Pattern.compile("\\w{0,64}");
  private static final Pattern RATIO = Pattern.compile("\\d{1,2}(\\.\\d{1,3})?");

  /** Sizes in bytes, all equally likely. */
  record Sizes(int min, int max) {
    int draw(SplitMix random) {
      return min == max ? min : min + random.below(max - min + 1);
    }

    double mean() {
      return (min + (double) max) / 2;
    }

    @Override
    public String toString() {
      return min == max ? String.valueOf(min) : min + "-" + max;
    }

    /** Reads {@code 100} or {@code 1k-4k}. */
    static Sizes parse(String what, String text, int least, int most) {
      String[] range = text.split("-", 2);
      long min = ScaledNumber.parse(what, range[0], ScaledNumber.BINARY, least, most);
      String last = range[range.length - 1];
      long max = ScaledNumber.parse(what, last, ScaledNumber.BINARY, min, most);
      return new Sizes((int) min, (int) max);
    }
  }

  /**
   * Reads {@code key=16}, {@code value=100-1k}, {@code compressible=2}, {@code order=random} and
   * {@code prefix=user}. All are optional; the defaults are those of RocksDB's db_bench.
   *
   * @throws IllegalArgumentException if one of them is malformed or out of range
   */
  static KeyValueShape of(Map<String, String> given) {
    String ratio = given.getOrDefault("compressible", "2");
    double compressible = RATIO.matcher(ratio).matches() ? Double.parseDouble(ratio) : 0;
    if (compressible < 1 || compressible > MAX_COMPRESSIBLE) {
      throw new IllegalArgumentException(
          "invalid compressible '%s' (expected 1 to 20)".formatted(ratio));
    }
    String order = given.getOrDefault("order", "random");
    if (!List.of("random", SEQUENTIAL).contains(order)) {
      throw new IllegalArgumentException(
          "invalid order '%s' (expected random or sequential)".formatted(order));
    }
    String prefix = given.getOrDefault("prefix", "");
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "invalid prefix '%s' (expected letters, digits and _, 64 at most)".formatted(prefix));
    }
    int least = prefix.length() + 1;
    return new KeyValueShape(
        Sizes.parse("key", given.getOrDefault("key", "16"), least, RecordReader.MAX_KEY_BYTES),
        Sizes.parse("value", given.getOrDefault("value", "100"), 0, MAX_VALUE_BYTES),
        compressible,
        order.equals(SEQUENTIAL),
        prefix);
  }

  /** The bytes that tell the shortest keys apart. */
  int distinctBytes() {
    return key.min - prefix.length();
  }

  @Override
  public String toString() {
    return "key=%s,value=%s,compressible=%s%s%s"
        .formatted(
            key,
            value,
            compressible,
            sequential ? ",order=" + SEQUENTIAL : "",
            prefix.isEmpty() ? "" : ",prefix=" + prefix);
  }
}
