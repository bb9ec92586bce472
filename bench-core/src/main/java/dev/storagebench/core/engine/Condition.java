package dev.storagebench.core.engine;

import dev.storagebench.datasets.ResourceLines;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A setting that all candidates of a comparison share; the options of one candidate must not change
 * it, unless nothing was asked for.
 */
public enum Condition {
  CACHE("the cache; set cache for all candidates"),
  WRITE_BUFFER("the write buffer; set writeBuffer for all candidates"),
  BLOCK("the block size; set block for all candidates"),
  COMPRESSION("the compression; set compression for all candidates"),
  DURABILITY("the durability; set durability for all candidates"),
  BLOOM_BITS("the Bloom filter; set bloomBits for all candidates"),
  /** The folder, the lock, the order of keys, the access mode. */
  STORE("how the benchmark opens and reads the store; leave the option out");

  // The names of the option and of all options nested in its value.
  private static final Pattern NAME = Pattern.compile("(?:^|[,;{(\\[])\\s*\"?([\\w.]+)");

  private final String text;

  Condition(String text) {
    this.text = text;
  }

  /**
   * The options of an engine in {@code conditions.txt} beside a class, as {@link #of} takes them.
   */
  public static Map<Condition, String> listed(Class<?> beside, String engine) {
    return ResourceLines.of(beside, "conditions.txt").stream()
        .map(line -> line.split(" ", 3))
        .filter(words -> engine.matches(words[0]))
        .collect(Collectors.toMap(words -> valueOf(words[1]), words -> words[2]));
  }

  /** Whether nothing was asked for, so that an option of a candidate may replace the default. */
  boolean isOpen(EngineSettings asked) {
    return switch (this) {
      case WRITE_BUFFER -> asked.writeBufferBytes().isEmpty();
      case BLOCK -> asked.blockBytes().isEmpty();
      case BLOOM_BITS -> asked.bloomBitsPerKey().isEmpty();
      case CACHE, COMPRESSION, DURABILITY, STORE -> false;
    };
  }

  /** Whether it is the same for all candidates, whatever was asked for. */
  boolean isNeverOpen() {
    return this != WRITE_BUFFER && this != BLOCK && this != BLOOM_BITS;
  }

  /**
   * The condition that an option, or one nested in its value, would change, as {@link
   * StorageEngine#conditionOf} returns it.
   *
   * @param which the conditions to look at
   * @param options for each condition a regular expression of the names of an engine's options, in
   *     any case, that set it; of a name such as {@code table.block_size} one part may match too
   */
  public static Optional<String> of(
      Map<Condition, String> options, String option, String value, Predicate<Condition> which) {
    Matcher names = NAME.matcher(option + "=" + value);
    while (names.find()) {
      for (Map.Entry<Condition, String> each : options.entrySet()) {
        if (which.test(each.getKey())
            && names.group(1).matches("(?i)(?:.*\\.)?(?:" + each.getValue() + ")(?:\\..*)?")) {
          return Optional.of(each.getKey().text);
        }
      }
    }
    return Optional.empty();
  }
}
