package dev.storagebench.core.cell;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cell's store, parsed from its parameters.
 *
 * @param given the texts of the parameters
 * @param candidate the engine, with version and options
 * @param memory the memory limit of engine and page cache
 * @param cache the engine's own cache; empty to derive it from the memory limit
 * @param writeBuffer one write buffer; empty for the engine's own default or, with a memory limit,
 *     to derive it from the data
 * @param block a data block or page; empty for the engine's own default
 * @param bloomBits bits per key of a Bloom filter; empty for the engine's own default
 * @param nearest whether the nearest supported value may replace an unsupported one
 * @param skipBad whether records that cannot be parsed are skipped
 * @param table the table layout of a SQL database; empty for a key-value store
 */
public record CellSettings(
    Map<Parameter, String> given,
    Candidate candidate,
    DatasetSpec dataset,
    Durability durability,
    Compression compression,
    MemorySpec memory,
    Optional<SizeSpec> cache,
    Optional<SizeSpec> writeBuffer,
    Optional<SizeSpec> block,
    Optional<Integer> bloomBits,
    boolean nearest,
    boolean skipBad,
    long seed,
    String table) {
  private static final int MAX_CLIENTS = 1000;
  private static final int MIN_BLOCK_BYTES = 512;
  private static final int MAX_BLOCK_BYTES = 16 << 20;

  // 256 MB for 9 GB; below 4 MiB a log-structured engine would flush all the time.
  private static final double WRITE_BUFFER_RATIO = 0.028;
  private static final long MIN_WRITE_BUFFER_BYTES = 4L << 20;
  private static final long MAX_WRITE_BUFFER_BYTES = 256L << 20;

  /**
   * Parses the parameters.
   *
   * @throws IllegalArgumentException if a value is not valid; the message lists the valid ones
   */
  public static CellSettings from(Function<String, String> parameter) {
    Map<Parameter, String> given = new EnumMap<>(Parameter.class);
    Set<Parameter> all = Parameter.conditions();
    // Only SQL benchmarks have tables, and only some begin with another store than a full one.
    all.addAll(Set.of(Parameter.SEED, Parameter.TABLE, Parameter.START));
    for (Parameter each : all) {
      given.put(each, Objects.requireNonNullElse(parameter.apply(each.key()), ""));
    }
    return new CellSettings(
        Collections.unmodifiableMap(given),
        Candidate.parse(given.get(Parameter.ENGINE)),
        DatasetSpec.parse(given.get(Parameter.DATASET)),
        EnumNames.parse(Durability.class, "durability", given.get(Parameter.DURABILITY)),
        EnumNames.parse(Compression.class, "compression", given.get(Parameter.COMPRESSION)),
        MemorySpec.parse(given.get(Parameter.MEMORY)),
        sizeOrAuto(given.get(Parameter.CACHE)),
        sizeOrAuto(given.get(Parameter.WRITE_BUFFER)),
        sizeOrAuto(given.get(Parameter.BLOCK)),
        unlessAuto(given.get(Parameter.BLOOM_BITS), bits -> (int) whole("bloomBits", bits, 64)),
        truth(Parameter.NEAREST, given),
        truth(Parameter.SKIP_BAD, given),
        whole("seed", given.get(Parameter.SEED), Long.MAX_VALUE),
        given.get(Parameter.TABLE));
  }

  /** The engine's name. */
  public String engine() {
    return candidate.engine();
  }

  private static Optional<SizeSpec> sizeOrAuto(@Nullable String text) {
    return unlessAuto(text, SizeSpec::parse);
  }

  private static <T> Optional<T> unlessAuto(@Nullable String text, Function<String, T> parse) {
    return Optional.ofNullable(text)
        .filter(given -> !given.equalsIgnoreCase(Parameter.Default.AUTO))
        .map(parse);
  }

  /**
   * Parses a whole number from 0 to {@code max}.
   *
   * @throws IllegalArgumentException with the parameter's name if it is none
   */
  public static long whole(String name, String value, long max) {
    return whole(name, value, 0, max);
  }

  private static long whole(String name, String value, long min, long max) {
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
   * Parses a whole number from 1 to {@code max}.
   *
   * @throws IllegalArgumentException with the parameter's name if it is none
   */
  public static int positive(String name, String value, int max) {
    return (int) whole(name, value, 1, max);
  }

  /**
   * How many processes measure a cell with these parameters together.
   *
   * @throws IllegalArgumentException if the value is invalid
   */
  public static int clients(Map<String, String> parameters) {
    return positive(Parameter.CLIENTS.key(), Parameter.CLIENTS.of(parameters), MAX_CLIENTS);
  }

  private static boolean truth(Parameter parameter, Map<Parameter, String> given) {
    return switch (given.getOrDefault(parameter, "")) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "invalid %s '%s' (expected true or false)"
                  .formatted(parameter.key(), given.get(parameter)));
    };
  }

  /**
   * Rejects a memory limit below what any engine works in, sizes beyond the machine, and a cache
   * beyond the memory limit.
   *
   * @param rawBytes of the data; 0 while they are not known, which leaves out multiples of them
   * @throws IllegalArgumentException with the limits
   */
  public void requirePossible(long rawBytes) {
    block
        .filter(size -> given(size, rawBytes).isPresent())
        .ifPresent(size -> blockBytes(size, rawBytes));
    OptionalLong limit = given(memory.limit(), rawBytes);
    long machine = MemorySpec.machineBytes();
    if (limit.isPresent()
        && memory.limit().ratio() == 0
        && (limit.getAsLong() < ResolvedSettings.MIN_MEMORY_BYTES || limit.getAsLong() > machine)) {
      throw refused(
          Parameter.MEMORY,
          limit.getAsLong(),
          ResolvedSettings.MIN_MEMORY_BYTES,
          machine,
          "this machine");
    }
    boolean limited = limit.isPresent() && limit.getAsLong() < machine;
    for (Parameter part : List.of(Parameter.CACHE, Parameter.WRITE_BUFFER)) {
      OptionalLong bytes =
          given((part == Parameter.CACHE ? cache : writeBuffer).orElse(null), rawBytes);
      long max = limited ? limit.getAsLong() : machine;
      if (bytes.isPresent() && bytes.getAsLong() > max) {
        throw refused(part, bytes.getAsLong(), 0, max, limited ? "memory" : "this machine");
      }
    }
  }

  private static OptionalLong given(@Nullable SizeSpec size, long rawBytes) {
    return size == null || (rawBytes == 0 && size.ratio() > 0)
        ? OptionalLong.empty()
        : OptionalLong.of(size.bytes(rawBytes));
  }

  private IllegalArgumentException refused(
      Parameter parameter, long bytes, long min, long max, String maxOf) {
    return new IllegalArgumentException(
        "invalid %s '%s', which is %s (expected %s to the %s of %s)"
            .formatted(
                parameter.key(),
                given.get(parameter),
                Figures.size((double) bytes),
                Figures.size((double) min),
                Figures.size((double) max),
                maxOf));
  }

  private int blockBytes(SizeSpec size, long rawBytes) {
    long bytes = size.bytes(rawBytes);
    if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "invalid block '%s': %d bytes (expected %d to %d)"
              .formatted(given.get(Parameter.BLOCK), bytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES));
    }
    return (int) bytes;
  }

  /**
   * Whether the prepared store holds only the records that a trace expects at its start; the first
   * ones of the data set.
   */
  public boolean partlyLoaded() {
    return Parameter.Default.RECORDED.equals(given.get(Parameter.START));
  }

  /** Settings that a prepared store depends on beside data and engine. */
  public String layout() {
    return partlyLoaded() ? table + " recorded" : table;
  }

  /** The memory limit of engine and page cache in bytes; empty for none. */
  public OptionalLong memoryBytes(PackedSummary data) {
    return memory.limitBytes(data.rawBytes());
  }

  private long cacheBytes(long rawBytes, double share) {
    if (cache.isPresent()) {
      return cache.get().bytes(rawBytes);
    }
    OptionalLong limit = memory.limitBytes(rawBytes);
    return limit.isPresent() && share > 0
        ? Math.round(limit.getAsLong() * share)
        : memory.cache().bytes(rawBytes);
  }

  /** With a memory limit, the 256 MB of the published experiment for 9 GB of data, or less. */
  private Optional<Long> writeBufferBytes(long rawBytes) {
    if (writeBuffer.isPresent() || memory.limitBytes(rawBytes).isEmpty()) {
      return writeBuffer.map(size -> size.bytes(rawBytes));
    }
    return Optional.of(
        Math.max(
            MIN_WRITE_BUFFER_BYTES,
            Math.min(MAX_WRITE_BUFFER_BYTES, Math.round(rawBytes * WRITE_BUFFER_RATIO))));
  }

  /**
   * The settings that the engine is given, in bytes.
   *
   * @param engine how the engine divides memory
   */
  public EngineSettings engineSettings(PackedSummary data, Capabilities engine) {
    return new EngineSettings(
        memoryBytes(data).orElse(EngineSettings.UNLIMITED),
        cacheBytes(data.rawBytes(), engine.server().cacheShare()),
        writeBufferBytes(data.rawBytes()),
        block.map(size -> blockBytes(size, data.rawBytes())),
        compression,
        durability,
        bloomBits,
        new EngineSettings.Expected(
            data.records(),
            data.rawBytes(),
            data.maxKeyBytes(),
            data.maxValueBytes() + ValueChecksum.BYTES),
        candidate.engineOptions());
  }
}
