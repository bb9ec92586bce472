package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.synthetic.GeneratorSettings.Defaults;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Generated keys and values of given sizes, which {@code kv:} reads where no file is named: keys of
 * digits and upper-case letters behind a prefix, values of random bytes that compress by a given
 * ratio.
 *
 * <p>A value is cut into chunks of at most 256 bytes, so that it compresses as well in small blocks
 * as in one stream; each begins with random bytes and goes on with repetitions of them. LZ4, Snappy
 * and Zstandard store the random bytes and {@value #MATCH_BYTES} or so for the repetitions.
 */
public final class GeneratedKeyValues {
  private static final Defaults DEFAULTS =
      new Defaults(
          "kv",
          1_000_000,
          116,
          Set.of("key", "value", "compressible", "order", "prefix"),
          "key=N or N-M (bytes, default 16, at most 511), value=N or N-M (bytes, default 100; k and m are binary), compressible=R (raw ÷ compressed size of values, default 2, from 1 to 20), order=random or sequential (of the keys, default random), prefix=TEXT (of each key, part of its bytes), ");
  private static final String SEQUENTIAL = "sequential";
  private static final int MAX_VALUE_BYTES = 64 << 20;
  private static final double MAX_COMPRESSIBLE = 20;
  private static final Pattern PREFIX = Pattern.compile("\\w{0,64}");
  private static final Pattern RATIO = Pattern.compile("\\d{1,2}(\\.\\d{1,3})?");

  /** So many digits of base 36 hold every number that {@link SplitMix#permute} makes. */
  private static final int MAX_NUMBER_DIGITS = 12;

  private static final int MAX_NUMBER_BITS = 62;
  private static final int CHUNK_BYTES = 256;
  private static final int MATCH_BYTES = 4;

  private final Sizes keySizes;
  private final Sizes valueSizes;

  /** Raw ÷ compressed size of the values, about. */
  private final double compressible;

  /** Whether keys ascend in unsigned byte order; random otherwise. */
  private final boolean sequential;

  private final String prefix;
  private final GeneratorSettings settings;
  private final long seed;

  /** The digits that tell keys apart, and how many keys are distinct, as a power of two. */
  private final int digits;

  private final int bits;
  private final SplitMix random = new SplitMix();

  /** Sizes in bytes, all equally likely. */
  private record Sizes(int min, int max) {
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

  /** Takes the settings given; the defaults are those of RocksDB's db_bench. */
  private GeneratedKeyValues(Map<String, String> given) {
    String ratio = given.getOrDefault("compressible", "2");
    compressible = RATIO.matcher(ratio).matches() ? Double.parseDouble(ratio) : 0;
    require(
        compressible >= 1 && compressible <= MAX_COMPRESSIBLE, "compressible", ratio, "1 to 20");
    String order = given.getOrDefault("order", "random");
    sequential = order.equals(SEQUENTIAL);
    require(List.of("random", SEQUENTIAL).contains(order), "order", order, "random or sequential");
    prefix = given.getOrDefault("prefix", "");
    require(
        PREFIX.matcher(prefix).matches(), "prefix", prefix, "letters, digits and _, 64 at most");
    keySizes =
        Sizes.parse(
            "key",
            given.getOrDefault("key", "16"),
            prefix.length() + 1,
            RecordReader.MAX_KEY_BYTES);
    valueSizes = Sizes.parse("value", given.getOrDefault("value", "100"), 0, MAX_VALUE_BYTES);
    long meanRecordBytes = Math.round(keySizes.mean() + valueSizes.mean());
    settings = GeneratorSettings.of(DEFAULTS, given, meanRecordBytes);
    seed = SplitMix.mix(settings.seed() ^ 0x4B56_5953L);
    digits = Math.min(MAX_NUMBER_DIGITS, keySizes.min - prefix.length());
    bits = (int) Math.min(MAX_NUMBER_BITS, digits * Math.log(36) / Math.log(2));
    if (settings.records() > 1L << bits) {
      throw new IllegalArgumentException(
          "only %,d keys of %d bytes are distinct; choose longer keys or fewer records"
              .formatted(1L << bits, keySizes.min));
    }
  }

  private static void require(boolean valid, String name, String given, String expected) {
    if (!valid) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected %s)".formatted(name, given, expected));
    }
  }

  /** Whether an argument that names no file begins with a generator's setting, or is empty. */
  public static boolean areSettings(String argument) {
    return argument.isEmpty() || DEFAULTS.has(argument.replaceFirst("[=;,].*", ""));
  }

  /**
   * Reads settings such as {@code records=1m;key=16;value=100-1k;compressible=2}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  public static GeneratedKeyValues parse(String argument) {
    return DEFAULTS.parse(argument, GeneratedKeyValues::new);
  }

  /** The records. */
  public RecordReader open() {
    return new RecordGenerator(this::write, settings.records());
  }

  /** Changes whenever the records do. */
  public String identity() {
    return "version=%d,%s,key=%s,value=%s,compressible=%s%s%s"
        .formatted(
            GeneratedFormat.VERSION,
            settings,
            keySizes,
            valueSizes,
            compressible,
            sequential ? ",order=" + SEQUENTIAL : "",
            prefix.isEmpty() ? "" : ",prefix=" + prefix);
  }

  private void write(long index, RecordBytes key, RecordBytes value) {
    random.seed(SplitMix.mix(seed ^ index));
    key.appendLatin1(prefix);
    // The first digits alone are distinct: a bijection of the index.
    key.appendNumber(sequential ? index : SplitMix.permute(index, bits, seed), 36, digits);
    for (int rest = keySizes.draw(random) - key.length(); rest > 0; rest--) {
      key.append(Character.toUpperCase(Character.forDigit(random.below(36), 36)));
    }
    int bytes = valueSizes.draw(random);
    int chunks = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int length = (int) ((long) bytes * (chunk + 1) / chunks - (long) bytes * chunk / chunks);
      int fresh =
          compressible == 1
              ? length
              : Math.max(1, (int) Math.round(length / compressible) - MATCH_BYTES);
      value.appendLongs(random::next, fresh);
      value.repeat(fresh, length - fresh);
    }
  }
}
