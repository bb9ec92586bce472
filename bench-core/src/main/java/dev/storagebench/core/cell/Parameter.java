package dev.storagebench.core.cell;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.workload.ScanChecksum;
import dev.storagebench.core.workload.ScanClient;
import dev.storagebench.datasets.DatasetSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.function.Function;

/**
 * A parameter of cells: {@code -p} of JMH's command line, a field of suite files, and an option of
 * runs. Each is documented in {@code parameters.properties} and nowhere else: help, {@code
 * docs/benchmarks.md} and the schema of suite files show these texts.
 *
 * <p>A new parameter is a constant here, its text, and its name in {@link WorkloadType#own} of the
 * benchmarks that have it.
 *
 * @param <T> the type of its values
 */
public final class Parameter<T> {
  /** The value of a size or a switch that leaves the decision to the engine or the program. */
  public static final String AUTO = "auto";

  /** The value of what is not asked for. */
  public static final String NONE = "none";

  /** The start of a trace's replay as it was recorded. */
  public static final String RECORDED = "recorded";

  /** The maximum number of records in a batch. */
  public static final int MAX_BATCH = 1_000_000;

  private static final Map<String, Parameter<?>> ALL = new LinkedHashMap<>();
  private static final int MAX_SCAN = 100_000;
  private static final double MAX_AGE = 1000;

  public static final Parameter<Candidate> ENGINE = of("engine", "", Candidate::parse);
  public static final Parameter<DatasetSpec> DATASET = of("dataset", "reviews", DatasetSpec::parse);
  public static final Parameter<Durability> DURABILITY =
      oneOf("durability", "process", Durability.class);
  public static final Parameter<Compression> COMPRESSION =
      oneOf("compression", NONE, Compression.class);
  public static final Parameter<MemorySpec> MEMORY = of("memory", NONE, MemorySpec::parse);
  public static final Parameter<Optional<SizeSpec>> CACHE = orAuto("cache", SizeSpec::parse);
  public static final Parameter<Optional<SizeSpec>> WRITE_BUFFER =
      orAuto("writeBuffer", SizeSpec::parse);
  public static final Parameter<Optional<SizeSpec>> BLOCK = orAuto("block", SizeSpec::parse);
  public static final Parameter<Optional<Integer>> BLOOM_BITS =
      orAuto("bloomBits", bits -> (int) whole("bloomBits", bits, 0, 64));
  public static final Parameter<String> DISTRIBUTION = text("distribution", "uniform");
  public static final Parameter<Boolean> NEAREST = flag("nearest");
  public static final Parameter<Boolean> SKIP_BAD = flag("skipBad");
  public static final Parameter<Long> SEED =
      of("seed", "1", seed -> whole("seed", seed, 0, Long.MAX_VALUE));
  public static final Parameter<Integer> READ_PERCENT = number("readPercent", "95,99", 0, 100);
  public static final Parameter<Integer> INSERT_PERCENT = number("insertPercent", "0", 0, 100);
  public static final Parameter<Integer> MISSING = number("missing", "0", 0, 100);
  public static final Parameter<String> START = text("start", "full");
  public static final Parameter<Optional<Integer>> BATCH =
      of("batch", "1", unlessAuto(batch -> (int) whole("batch", batch, 1, MAX_BATCH)));
  public static final Parameter<ScanClient.Lengths> LENGTH = of("length", "100", Parameter::length);
  public static final Parameter<Direction> DIRECTION =
      oneOf("direction", "forward,backward", Direction.class);
  public static final Parameter<ScanChecksum> CHECKSUM =
      oneOf("checksum", NONE, ScanChecksum.class);
  public static final Parameter<Integer> PERCENT = number("percent", "50", 1, 100);
  public static final Parameter<Integer> DEPTH = number("depth", "1000", 1, 1_000_000);
  public static final Parameter<Integer> WRITE_RATE = number("writeRate", "1000", 1, 10_000_000);
  public static final Parameter<String> AFTER = text("after", "close");
  public static final Parameter<SizeSpec> KILL_AFTER = of("killAfter", "0.1x", SizeSpec::parse);
  public static final Parameter<String> WRITES = text("writes", "3x");
  public static final Parameter<Integer> AT_MOST = number("atMost", "0", 0, 86_400);
  public static final Parameter<Optional<Rate>> RATE = of("rate", Rate.NONE, Rate::parse);
  public static final Parameter<Duration> STEADY_WITHIN =
      of(
          "steadyWithin",
          "30",
          seconds -> Duration.ofSeconds(whole("steadyWithin", seconds, 0, 86_400)));
  public static final Parameter<Optional<Double>> AGE = orAuto("age", Parameter::age);
  public static final Parameter<Integer> CLIENTS = number("clients", "1", 1, 1000);
  public static final Parameter<String> TABLE = text("table", "");
  public static final Parameter<String> WORKLOAD = text("workload", "point_select");
  public static final Parameter<String> CONNECTION = text("connection", "held");
  public static final Parameter<String> DRIVER = text("driver", AUTO);

  /** The parameters that every workload has or takes, in the order in which results list them. */
  public static final List<Parameter<?>> CONDITIONS =
      List.copyOf(ALL.values()).subList(0, List.copyOf(ALL.values()).indexOf(SEED));

  private final String key;
  private final String defaults;
  private final Function<String, T> parser;

  private Parameter(String key, String defaults, Function<String, T> parser) {
    this.key = key;
    this.defaults = defaults;
    this.parser = parser;
    ALL.put(key, this);
  }

  private static <T> Parameter<T> of(String key, String defaults, Function<String, T> parser) {
    return new Parameter<>(key, defaults, parser);
  }

  /** A text whose valid values depend on the benchmark, which checks them. */
  private static Parameter<String> text(String key, String defaults) {
    return of(key, defaults, Function.identity());
  }

  private static Parameter<Integer> number(String key, String defaults, int min, int max) {
    return of(key, defaults, text -> (int) whole(key, text, min, max));
  }

  private static <E extends Enum<E>> Parameter<E> oneOf(
      String key, String defaults, Class<E> type) {
    return of(key, defaults, text -> EnumNames.parse(type, key, text));
  }

  private static Parameter<Boolean> flag(String key) {
    return of(key, "false", text -> truth(key, text));
  }

  private static <T> Parameter<Optional<T>> orAuto(String key, Function<String, T> parser) {
    return of(key, AUTO, unlessAuto(parser));
  }

  private static <T> Function<String, Optional<T>> unlessAuto(Function<String, T> parser) {
    return text -> text.equalsIgnoreCase(AUTO) ? Optional.empty() : Optional.of(parser.apply(text));
  }

  /**
   * Parses a whole number.
   *
   * @throws IllegalArgumentException with the parameter's name if it is none, or out of its range
   */
  public static long whole(String name, String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message
    }
    throw new IllegalArgumentException(
        "invalid %s '%s' (expected a whole number from %d to %d)".formatted(name, value, min, max));
  }

  /**
   * Parses what is true or false.
   *
   * @throws IllegalArgumentException with the parameter's name if it is neither
   */
  public static boolean truth(String name, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected true or false)".formatted(name, value));
    }
    return value.equals("true");
  }

  private static ScanClient.Lengths length(String text) {
    if (text.equals("all")) {
      return ScanClient.Lengths.ALL;
    }
    String[] range = text.split("-", 2);
    try {
      int least = (int) whole("length", range[0], 1, MAX_SCAN);
      return new ScanClient.Lengths(
          least, (int) whole("length", range[range.length - 1], least, MAX_SCAN));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid length '%s' (expected a whole number from 1 to %d, a range such as 1-100, or all)"
              .formatted(text, MAX_SCAN),
          e);
    }
  }

  private static double age(String text) {
    double age = text.matches("\\d{1,4}(\\.\\d{1,6})?") ? Double.parseDouble(text) : -1;
    if (age < 0 || age > MAX_AGE) {
      throw new IllegalArgumentException(
          "invalid age '%s' (expected auto, or overwritten records as a multiple of all, 0 to %.0f)"
              .formatted(text, MAX_AGE));
    }
    return age;
  }

  /** All parameters. */
  public static List<Parameter<?>> all() {
    return List.copyOf(ALL.values());
  }

  /** The parameter of this name; empty for one that only another version has. */
  static Optional<Parameter<?>> find(String key) {
    return Optional.ofNullable(ALL.get(key));
  }

  /** The name on the command line and in results. */
  public String key() {
    return key;
  }

  /** The name as an option: {@code --read-percent}. */
  public String option() {
    return "--" + label(key).replace(' ', '-');
  }

  /** Whether it is on or off, and off by default. */
  public boolean isSwitch() {
    return defaults.equals("false");
  }

  /** The values JMH runs if none are given; empty if they depend on the benchmark. */
  public List<String> defaults() {
    return defaults.isEmpty() ? List.of() : List.of(defaults.split(",", -1));
  }

  /** The text of the first default. */
  String firstDefault() {
    return defaults.split(",", 2)[0];
  }

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException if it is invalid; the message lists the valid ones
   */
  T parse(String text) {
    return parser.apply(text);
  }

  /** Meaning, with the valid values. */
  public String description() {
    // Not a constant: forks need no texts.
    String bundle = Parameter.class.getPackageName() + ".parameters";
    return ResourceBundle.getBundle(bundle).getString(key);
  }

  /** The name in tables and pages: {@code write buffer}. */
  public static String label(String key) {
    return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return key;
  }
}
