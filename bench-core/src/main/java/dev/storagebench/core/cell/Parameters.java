package dev.storagebench.core.cell;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of a cell's parameters, each as the text that was asked for, by which cells are named
 * and compared, and as the value that it means, parsed once. What is not given has its default.
 */
public final class Parameters {
  private static final int MIN_BLOCK_BYTES = 512;
  private static final int MAX_BLOCK_BYTES = 16 << 20;

  // 256 MB for 9 GB; below 4 MiB a log-structured engine would flush all the time.
  private static final double WRITE_BUFFER_RATIO = 0.028;
  private static final long MIN_WRITE_BUFFER_BYTES = 4L << 20;
  private static final long MAX_WRITE_BUFFER_BYTES = 256L << 20;

  private final Map<String, String> texts;
  private final Map<Parameter<?>, Object> values = new HashMap<>();

  /**
   * Parses the parameters.
   *
   * @param texts by name; of names that only another version has, nothing but the text is known
   * @throws IllegalArgumentException if a value is not valid; the message lists the valid ones
   */
  @JsonCreator
  public Parameters(Map<String, String> texts) {
    Map<String, String> own = new LinkedHashMap<>(texts);
    // Runs of earlier versions name it.
    own.remove("deletePercent", "0");
    this.texts = Collections.unmodifiableMap(own);
    this.texts.forEach(
        (name, text) -> Parameter.find(name).ifPresent(each -> values.put(each, each.parse(text))));
  }

  /** The texts by name, in a fixed order. */
  @JsonValue
  public Map<String, String> texts() {
    return texts;
  }

  /** The text of a parameter. */
  public String text(Parameter<?> parameter) {
    return texts.getOrDefault(parameter.key(), parameter.firstDefault());
  }

  /** Whether a parameter is given. */
  public boolean has(Parameter<?> parameter) {
    return texts.containsKey(parameter.key());
  }

  /** The value of a parameter. */
  @SuppressWarnings("unchecked") // each has a value of its own type
  public <T> T get(Parameter<T> parameter) {
    Object value = values.get(parameter);
    return value == null ? parameter.parse(parameter.firstDefault()) : (T) value;
  }

  /** Copy with another value of a parameter. */
  public Parameters with(String name, String text) {
    Map<String, String> all = new LinkedHashMap<>(texts);
    all.put(name, text);
    return new Parameters(all);
  }

  /**
   * Rejects a value that is none of these.
   *
   * @throws IllegalArgumentException which lists them
   */
  public void requireOneOf(List<String> valid, Parameter<String> parameter) {
    if (!valid.contains(get(parameter))) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected %s)"
              .formatted(parameter, get(parameter), String.join(", ", valid)));
    }
  }

  /** The engine, with version and options. */
  public Candidate candidate() {
    return get(Parameter.ENGINE);
  }

  /**
   * Rejects a memory limit below what any engine works in, sizes beyond the machine, and a cache
   * beyond the memory limit.
   *
   * @param rawBytes of the data; 0 while they are not known, which leaves out multiples of them
   * @throws IllegalArgumentException with the limits
   */
  public void requirePossible(long rawBytes) {
    Predicate<SizeSpec> isKnown = size -> rawBytes > 0 || size.ratio() == 0;
    get(Parameter.BLOCK).filter(isKnown).ifPresent(size -> blockBytes(size, rawBytes));
    SizeSpec memory = get(Parameter.MEMORY).limit();
    long machine = MemorySpec.machineBytes();
    String ofMachine = "this machine";
    if (memory != null && memory.ratio() == 0) {
      long min = ResolvedSettings.MIN_MEMORY_BYTES;
      requireWithin(Parameter.MEMORY, memory.fixedBytes(), min, machine, ofMachine);
    }
    boolean limited = memory != null && isKnown.test(memory) && memory.bytes(rawBytes) < machine;
    long max = limited ? memory.bytes(rawBytes) : machine;
    for (Parameter<Optional<SizeSpec>> part : List.of(Parameter.CACHE, Parameter.WRITE_BUFFER)) {
      get(part)
          .filter(isKnown)
          .map(size -> size.bytes(rawBytes))
          .ifPresent(bytes -> requireWithin(part, bytes, 0, max, limited ? "memory" : ofMachine));
    }
  }

  private void requireWithin(Parameter<?> parameter, long bytes, long min, long max, String maxOf) {
    if (bytes < min || bytes > max) {
      throw new IllegalArgumentException(
          "invalid %s '%s', which is %s (expected %s to the %s of %s)"
              .formatted(
                  parameter,
                  text(parameter),
                  Figures.size((double) bytes),
                  Figures.size((double) min),
                  Figures.size((double) max),
                  maxOf));
    }
  }

  private int blockBytes(SizeSpec size, long rawBytes) {
    long bytes = size.bytes(rawBytes);
    if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "invalid block '%s': %d bytes (expected %d to %d)"
              .formatted(text(Parameter.BLOCK), bytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES));
    }
    return (int) bytes;
  }

  /**
   * Whether the prepared store holds only the records that a trace expects at its start; the first
   * ones of the data set.
   */
  public boolean partlyLoaded() {
    return get(Parameter.START).equals(Parameter.RECORDED);
  }

  /** Settings that a prepared store depends on beside data and engine. */
  public String layout() {
    return partlyLoaded() ? get(Parameter.TABLE) + " recorded" : get(Parameter.TABLE);
  }

  /** The memory limit of engine and page cache in bytes; empty for none. */
  public Optional<Long> memoryBytes(PackedSummary data) {
    return get(Parameter.MEMORY).limitBytes(data.rawBytes());
  }

  private long cacheBytes(PackedSummary data, double share) {
    Optional<Long> ofLimit =
        memoryBytes(data).filter(limit -> share > 0).map(limit -> Math.round(limit * share));
    return get(Parameter.CACHE)
        .map(size -> size.bytes(data.rawBytes()))
        .or(() -> ofLimit)
        .orElseGet(() -> get(Parameter.MEMORY).cache().bytes(data.rawBytes()));
  }

  /** With a memory limit, the 256 MB of the published experiment for 9 GB of data, or less. */
  private Optional<Long> writeBufferBytes(PackedSummary data) {
    long share = Math.min(MAX_WRITE_BUFFER_BYTES, Math.round(data.rawBytes() * WRITE_BUFFER_RATIO));
    return get(Parameter.WRITE_BUFFER)
        .map(size -> size.bytes(data.rawBytes()))
        .or(() -> memoryBytes(data).map(limited -> Math.max(MIN_WRITE_BUFFER_BYTES, share)));
  }

  /**
   * The settings that the engine is given, in bytes.
   *
   * @param engine how the engine divides memory
   */
  public EngineSettings engineSettings(PackedSummary data, Capabilities engine) {
    return new EngineSettings(
        memoryBytes(data).orElse(EngineSettings.UNLIMITED),
        cacheBytes(data, engine.server().cacheShare()),
        writeBufferBytes(data),
        get(Parameter.BLOCK).map(size -> blockBytes(size, data.rawBytes())),
        get(Parameter.COMPRESSION),
        get(Parameter.DURABILITY),
        get(Parameter.BLOOM_BITS),
        new EngineSettings.Expected(
            data.records(),
            data.rawBytes(),
            data.maxKeyBytes(),
            data.maxValueBytes() + ValueChecksum.BYTES),
        candidate().engineOptions());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Parameters others && texts.equals(others.texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  @Override
  public String toString() {
    return texts.toString();
  }
}
