package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.synthetic.GeneratorSettings.Defaults;
import java.util.Map;
import java.util.Set;

/** Generated keys and values of given sizes: what {@code kv:} reads where no file is named. */
public final class GeneratedKeyValues {
  private static final Defaults DEFAULTS =
      new Defaults(
          "kv",
          1_000_000,
          116,
          Set.of("key", "value", "compressible", "order", "prefix"),
          "key=N or N-M (bytes, default 16, at most 511), value=N or N-M (bytes, default 100; k and m are binary), compressible=R (raw ÷ compressed size of values, default 2, from 1 to 20), order=random or sequential (of the keys, default random), prefix=TEXT (of each key, part of its bytes), ");

  private final GeneratorSettings settings;
  private final KeyValueShape shape;

  private GeneratedKeyValues(Map<String, String> given) {
    this.shape = KeyValueShape.of(given);
    long meanRecordBytes = Math.round(shape.key().mean() + shape.value().mean());
    this.settings = GeneratorSettings.of(DEFAULTS, given, meanRecordBytes);
    long distinct = 1L << KeyValueWriter.bits(shape.distinctBytes());
    if (settings.records() > distinct) {
      throw new IllegalArgumentException(
          "only %,d keys of %d bytes are distinct; choose longer keys or fewer records"
              .formatted(distinct, shape.key().min()));
    }
  }

  /** Whether an argument that names no file begins with a generator's setting, or is empty. */
  public static boolean areSettings(String argument) {
    return argument.isEmpty() || DEFAULTS.has(argument.replaceFirst("[=;,].*", ""));
  }

  /**
   * Reads settings such as {@code records=1m;key=16;value=100;compressible=2}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  public static GeneratedKeyValues parse(String argument) {
    return DEFAULTS.parse(argument, GeneratedKeyValues::new);
  }

  /** The records. */
  public RecordReader open() {
    return new GeneratedReader(
        new RecordGenerator(new KeyValueWriter(shape, settings.seed())), settings.records());
  }

  /** Changes whenever the records do. */
  public String identity() {
    return "version=" + GeneratedFormat.VERSION + "," + settings + "," + shape;
  }
}
