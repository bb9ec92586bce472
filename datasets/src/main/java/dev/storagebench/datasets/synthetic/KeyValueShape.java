package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and compressibility of generated keys and values.
 *
 * @param key the bytes of a key
 * @param value the bytes of a value
 * @param compressible raw ÷ compressed size of the values, about
 */
record KeyValueShape(Sizes key, Sizes value, double compressible) {
  private static final int MAX_VALUE_BYTES = 64 << 20;
  private static final double MAX_COMPRESSIBLE = 20;
  private static final Set<String> NAMES = Set.of("key", "value", "compressible");
  private static final Pattern RATIO = Pattern.compile("\\d{1,2}(\\.\\d{1,3})?");
  private static final Pattern RANGE = Pattern.compile("(\\w+)(?:-(\\w+))?");

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

    /** Reads {@code 100} or {@code 1k-4k}; null if it is neither, or out of range. */
    static @Nullable Sizes parse(String text, int least, int most) {
      Matcher range = RANGE.matcher(text);
      if (!range.matches()) {
        return null;
      }
      Optional<Long> min = ScaledNumber.find(range.group(1), ScaledNumber.BINARY, least, most);
      Optional<Long> max =
          range.group(2) == null
              ? min
              : ScaledNumber.find(range.group(2), ScaledNumber.BINARY, least, most);
      return min.isEmpty() || max.isEmpty() || min.get() > max.get()
          ? null
          : new Sizes(min.get().intValue(), max.get().intValue());
    }
  }

  /**
   * Reads {@code key=16}, {@code value=100-1k} and {@code compressible=2}. All are optional; the
   * defaults are those of RocksDB's db_bench.
   *
   * @param others takes the settings with other names
   * @return empty if one of them is malformed or given twice
   */
  static Optional<KeyValueShape> parse(List<String> settings, List<String> others) {
    Map<String, String> given = new HashMap<>();
    for (String setting : settings) {
      String name = setting.replaceFirst("=.*", "");
      if (!NAMES.contains(name)) {
        others.add(setting);
      } else if (given.put(name, setting.replaceFirst("[^=]*=?", "")) != null) {
        return Optional.empty();
      }
    }
    Sizes key = Sizes.parse(given.getOrDefault("key", "16"), 1, RecordReader.MAX_KEY_BYTES);
    Sizes value = Sizes.parse(given.getOrDefault("value", "100"), 0, MAX_VALUE_BYTES);
    String ratio = given.getOrDefault("compressible", "2");
    double compressible = RATIO.matcher(ratio).matches() ? Double.parseDouble(ratio) : 0;
    return key == null || value == null || compressible < 1 || compressible > MAX_COMPRESSIBLE
        ? Optional.empty()
        : Optional.of(new KeyValueShape(key, value, compressible));
  }

  @Override
  public String toString() {
    return "key=" + key + ",value=" + value + ",compressible=" + compressible;
  }
}
