package dev.storagebench.core.cell;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;

/**
 * The parameters of cells: {@code -p} of JMH's command line, fields of suite files, and options of
 * runs. Each is documented in {@code parameters.properties} and nowhere else: help, {@code
 * docs/benchmarks.md} and the schema of suite files show these texts; JMH's {@code @Param} fields
 * have these defaults.
 *
 * <p>A new parameter is a constant here, its text, a field with {@code @Param} in the state of its
 * benchmark, and the code that uses it.
 */
public enum Parameter {
  ENGINE("engine", ""),
  DATASET("dataset", Default.DATASET),
  DURABILITY("durability", Default.DURABILITY),
  COMPRESSION("compression", Default.NONE),
  MEMORY("memory", Default.NONE),
  CACHE("cache", Default.AUTO),
  WRITE_BUFFER("writeBuffer", Default.AUTO),
  BLOCK("block", Default.AUTO),
  BLOOM_BITS("bloomBits", Default.AUTO),
  DISTRIBUTION("distribution", Default.DISTRIBUTION),
  NEAREST("nearest", Default.FALSE),
  SKIP_BAD("skipBad", Default.FALSE),
  SEED("seed", Default.SEED),
  READ_PERCENT("readPercent", Default.READ_PERCENT_95 + "," + Default.READ_PERCENT_99),
  DELETE_PERCENT("deletePercent", Default.DELETE_PERCENT),
  START("start", Default.START),
  BATCH("batch", Default.BATCH),
  LENGTH("length", Default.LENGTH),
  DIRECTION("direction", Default.FORWARD + "," + Default.BACKWARD),
  CHECKSUM("checksum", Default.NONE),
  PERCENT("percent", Default.PERCENT),
  DEPTH("depth", Default.DEPTH),
  WRITE_RATE("writeRate", Default.WRITE_RATE),
  AFTER("after", Default.CLOSE),
  KILL_AFTER("killAfter", Default.KILL_AFTER),
  WRITES("writes", Default.WRITES),
  AT_MOST("atMost", Default.AT_MOST),
  RATE("rate", Default.NONE),
  STEADY_WITHIN("steadyWithin", Default.STEADY_WITHIN),
  AGE("age", Default.AUTO),
  CLIENTS("clients", Default.CLIENTS),
  TABLE("table", ""),
  WORKLOAD("workload", Default.WORKLOAD),
  CONNECTION("connection", Default.CONNECTION),
  DRIVER("driver", Default.AUTO);

  /** The defaults, as the annotation {@code @Param} needs them. */
  public static final class Default {
    public static final String DATASET = "reviews";
    public static final String DURABILITY = "process";
    public static final String AUTO = "auto";
    public static final String NONE = "none";
    public static final String DISTRIBUTION = "uniform";
    public static final String FALSE = "false";
    public static final String SEED = "1";
    public static final String READ_PERCENT_95 = "95";
    public static final String READ_PERCENT_99 = "99";
    public static final String DELETE_PERCENT = "0";
    public static final String START = "full";
    public static final String RECORDED = "recorded";
    public static final String BATCH = "1";
    public static final String LENGTH = "100";
    public static final String FORWARD = "forward";
    public static final String BACKWARD = "backward";
    public static final String PERCENT = "50";
    public static final String DEPTH = "1000";
    public static final String WRITE_RATE = "1000";
    public static final String WRITES = "3x";
    public static final String AT_MOST = "0";
    public static final String CLOSE = "close";
    public static final String KILL_AFTER = "0.1x";
    public static final String STEADY_WITHIN = "30";
    public static final String CLIENTS = "1";
    public static final String WORKLOAD = "point_select";
    public static final String CONNECTION = "held";

    private Default() {}
  }

  private final String key;
  private final String defaults;

  Parameter(String key, String defaults) {
    this.key = key;
    this.defaults = defaults;
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
    return defaults.equals(Default.FALSE);
  }

  /** The values JMH runs if none are given; empty if they depend on the benchmark. */
  public List<String> defaults() {
    return defaults.isEmpty() ? List.of() : List.of(defaults.split(",", -1));
  }

  /** The value among the parameters of a cell, or the first default. */
  public String of(Map<String, String> parameters) {
    return parameters.getOrDefault(key, defaults.split(",", 2)[0]);
  }

  /**
   * Rejects a value that is none of these.
   *
   * @throws IllegalArgumentException which lists them
   */
  public void requireOneOf(List<String> valid, Map<String, String> parameters) {
    if (!valid.contains(of(parameters))) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected %s)".formatted(key, of(parameters), String.join(", ", valid)));
    }
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

  /** The parameters that every workload has, in the order in which results list them. */
  public static Set<Parameter> conditions() {
    return EnumSet.range(ENGINE, SKIP_BAD);
  }

  /** A new map of the defaults of all {@link #conditions} but the engine, by their keys. */
  public static Map<String, String> conditionDefaults() {
    Map<String, String> all = new LinkedHashMap<>();
    EnumSet.range(DATASET, SKIP_BAD).forEach(each -> all.put(each.key, each.defaults));
    return all;
  }
}
