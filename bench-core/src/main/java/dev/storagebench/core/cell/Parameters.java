package dev.storagebench.core.cell;

import java.util.LinkedHashMap;
import java.util.Map;

/** The cells' parameters where nothing else is said; JMH's {@code @Param} has the same. */
public final class Parameters {

  private Parameters() {}

  /**
   * A new map of the defaults, without engine and seed, in the order in which results list them.
   */
  public static Map<String, String> defaults() {
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("dataset", "reviews");
    defaults.put("durability", "process");
    defaults.put("compression", "none");
    defaults.put("memory", "none");
    defaults.put("cache", "auto");
    defaults.put("writeBuffer", "auto");
    defaults.put("block", "4k");
    defaults.put("bloomBits", "10");
    defaults.put("distribution", "uniform");
    defaults.put("nearest", "false");
    defaults.put("skipBad", "false");
    return defaults;
  }
}
