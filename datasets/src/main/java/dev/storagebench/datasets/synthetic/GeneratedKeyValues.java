package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.synthetic.GeneratorSettings.Defaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Generated keys and values of given sizes: what {@code kv:} reads where no file is named. */
public final class GeneratedKeyValues {
  private static final String FORMAT = "kv";
  private static final long DEFAULT_RECORDS = 1_000_000;
  private static final Set<String> NAMES =
      Set.of("records", "bytes", "seed", "key", "value", "compressible");
  private static final Defaults DEFAULTS = defaults(116);

  private final GeneratorSettings settings;
  private final KeyValueShape shape;

  private GeneratedKeyValues(GeneratorSettings settings, KeyValueShape shape) {
    this.settings = settings;
    this.shape = shape;
  }

  /** Whether an argument that names no file begins with a generator's setting, or is empty. */
  public static boolean areSettings(String argument) {
    return argument.isEmpty() || NAMES.contains(argument.replaceFirst("[=;,].*", ""));
  }

  /**
   * Reads settings such as {@code records=1m;key=16;value=100;compressible=2}. All are optional.
   *
   * @throws IllegalArgumentException for an unknown, doubled or malformed setting; the message
   *     lists the valid ones
   */
  public static GeneratedKeyValues parse(String argument) {
    List<String> others = new ArrayList<>();
    KeyValueShape shape =
        KeyValueShape.parse(GeneratorSettings.split(argument), others)
            .orElseThrow(
                () ->
                    GeneratorSettings.bad(
                        DEFAULTS, argument, "malformed key, value or compressible, or one twice"));
    long meanRecordBytes = Math.round(shape.key().mean() + shape.value().mean());
    GeneratorSettings settings =
        GeneratorSettings.parse(defaults(meanRecordBytes), argument, others);
    long distinct = 1L << KeyValueWriter.bits(shape.key().min());
    if (settings.records() > distinct) {
      throw GeneratorSettings.bad(
          DEFAULTS,
          argument,
          "only %,d keys of %d bytes are distinct; choose longer keys or fewer records"
              .formatted(distinct, shape.key().min()));
    }
    return new GeneratedKeyValues(settings, shape);
  }

  private static Defaults defaults(long meanRecordBytes) {
    return new Defaults(
        FORMAT,
        DEFAULT_RECORDS,
        meanRecordBytes,
        false,
        "key=N or N-M (bytes, default 16, at most 511), value=N or N-M (bytes, default 100; k and m"
            + " are binary), compressible=R (raw ÷ compressed size of values, default 2, from 1 to"
            + " 20), ");
  }

  /** The records. */
  public RecordReader open() {
    return new GeneratedReader(
        RecordGenerator.keyValues(shape, settings.seed()), settings.records());
  }

  /** Changes whenever the records do. */
  public String identity() {
    return "version=" + GeneratedFormat.VERSION + "," + settings + "," + shape;
  }
}
