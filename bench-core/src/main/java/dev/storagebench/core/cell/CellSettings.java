package dev.storagebench.core.cell;

import static dev.storagebench.core.cell.Parameter.BLOCK;
import static dev.storagebench.core.cell.Parameter.BLOOM_BITS;
import static dev.storagebench.core.cell.Parameter.CACHE;
import static dev.storagebench.core.cell.Parameter.COMPRESSION;
import static dev.storagebench.core.cell.Parameter.DATASET;
import static dev.storagebench.core.cell.Parameter.DURABILITY;
import static dev.storagebench.core.cell.Parameter.ENGINE;
import static dev.storagebench.core.cell.Parameter.MEMORY;
import static dev.storagebench.core.cell.Parameter.NEAREST;
import static dev.storagebench.core.cell.Parameter.SEED;
import static dev.storagebench.core.cell.Parameter.SKIP_BAD;
import static dev.storagebench.core.cell.Parameter.TABLE;
import static dev.storagebench.core.cell.Parameter.WRITE_BUFFER;

import dev.storagebench.core.cell.Parameter.Default;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What a cell's parameters say about its store.
 *
 * @param candidate which engine, and how
 * @param dataset which records are stored
 * @param durability the promise asked for
 * @param compression the codec asked for
 * @param memory what engine and page cache get
 * @param cache the engine's own cache; empty to follow from the memory
 * @param writeBuffer one write buffer; empty to follow from data and memory
 * @param block a data block
 * @param bloomBits bits per key of a Bloom filter
 * @param nearest whether an engine may do less than is asked, the nearest that it has
 * @param skipBad whether records that cannot be parsed are left out
 * @param seed the master seed
 * @param table the layout of a database's tables; empty for a store of keys and values
 */
public record CellSettings(
    Candidate candidate,
    DatasetSpec dataset,
    Durability durability,
    Compression compression,
    MemorySpec memory,
    Optional<SizeSpec> cache,
    Optional<SizeSpec> writeBuffer,
    SizeSpec block,
    int bloomBits,
    boolean nearest,
    boolean skipBad,
    long seed,
    String table) {
  private static final int MIN_BLOCK_BYTES = 512;
  private static final int MAX_BLOCK_BYTES = 16 << 20;

  // 256 MB for 9 GB; below 4 MiB a log-structured engine would do nothing but flush.
  private static final double WRITE_BUFFER_RATIO = 0.028;
  private static final long MIN_WRITE_BUFFER_BYTES = 4L << 20;
  private static final long MAX_WRITE_BUFFER_BYTES = 256L << 20;
  private static final long UNLIMITED_WRITE_BUFFER_BYTES = 64L << 20;

  /**
   * Reads the parameters by their names, which are those of the components.
   *
   * @throws IllegalArgumentException if a value is not valid; the message lists the valid ones
   */
  public static CellSettings from(Function<String, String> parameter) {
    Function<Parameter, String> value =
        each -> Objects.requireNonNullElse(parameter.apply(each.key()), "");
    return new CellSettings(
        Candidate.parse(value.apply(ENGINE)),
        DatasetSpec.parse(value.apply(DATASET)),
        EnumNames.parse(Durability.class, DURABILITY.key(), value.apply(DURABILITY)),
        EnumNames.parse(Compression.class, COMPRESSION.key(), value.apply(COMPRESSION)),
        MemorySpec.parse(value.apply(MEMORY)),
        sizeOrAuto(value.apply(CACHE)),
        sizeOrAuto(value.apply(WRITE_BUFFER)),
        SizeSpec.parse(value.apply(BLOCK)),
        (int) whole(BLOOM_BITS.key(), value.apply(BLOOM_BITS), 64),
        truth(NEAREST.key(), value.apply(NEAREST)),
        truth(SKIP_BAD.key(), value.apply(SKIP_BAD)),
        whole(SEED.key(), value.apply(SEED), Long.MAX_VALUE),
        // Only SQL benchmarks have it.
        value.apply(TABLE));
  }

  /** The engine's name. */
  public String engine() {
    return candidate.engine();
  }

  /** The parameters again, as {@code name=value}. */
  public List<String> arguments() {
    Map<Parameter, Object> values = new EnumMap<>(Parameter.class);
    values.put(ENGINE, candidate);
    values.put(DATASET, dataset);
    values.put(DURABILITY, durability);
    values.put(COMPRESSION, compression);
    values.put(MEMORY, memory);
    values.put(CACHE, cache.map(SizeSpec::toString).orElse(Default.AUTO));
    values.put(WRITE_BUFFER, writeBuffer.map(SizeSpec::toString).orElse(Default.AUTO));
    values.put(BLOCK, block);
    values.put(BLOOM_BITS, bloomBits);
    values.put(NEAREST, nearest);
    values.put(SKIP_BAD, skipBad);
    values.put(SEED, seed);
    values.put(TABLE, table);
    return values.entrySet().stream()
        .map(each -> each.getKey().key() + "=" + each.getValue())
        .toList();
  }

  private static Optional<SizeSpec> sizeOrAuto(String text) {
    return text.equalsIgnoreCase(Default.AUTO)
        ? Optional.empty()
        : Optional.of(SizeSpec.parse(text));
  }

  /**
   * Reads a whole number from 0 to {@code max}.
   *
   * @throws IllegalArgumentException with the parameter's name if it is none
   */
  public static long whole(String name, String value, long max) {
    try {
      long number = Long.parseLong(value);
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message
    }
    throw new IllegalArgumentException(
        "%s '%s' is not a whole number from 0 to %d".formatted(name, value, max));
  }

  /**
   * Reads a whole number from 1 to {@code max}.
   *
   * @throws IllegalArgumentException with the parameter's name if it is none
   */
  public static int positive(String name, String value, int max) {
    long number = whole(name, value, max);
    if (number == 0) {
      throw new IllegalArgumentException("%s '0' is not in 1..%d".formatted(name, max));
    }
    return (int) number;
  }

  private static boolean truth(String name, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(name + " '" + value + "' is not one of true, false");
    }
    return value.equals("true");
  }

  private int blockBytes(PackedSummary data) {
    long bytes = block.bytes(data.rawBytes());
    if (bytes < MIN_BLOCK_BYTES || bytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "block '%s' is %d bytes; it must be %d to %d"
              .formatted(block, bytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES));
    }
    return (int) bytes;
  }

  /** The limit of memory for engine and page cache, in bytes; empty for none. */
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
        : memory.cacheBytes(rawBytes);
  }

  /** Under a limit the published 256 MB for 9 GB of data, never more. */
  private long writeBufferBytes(long rawBytes) {
    if (writeBuffer.isPresent()) {
      return writeBuffer.get().bytes(rawBytes);
    }
    return memory.limitBytes(rawBytes).isEmpty()
        ? UNLIMITED_WRITE_BUFFER_BYTES
        : Math.max(
            MIN_WRITE_BUFFER_BYTES,
            Math.min(MAX_WRITE_BUFFER_BYTES, Math.round(rawBytes * WRITE_BUFFER_RATIO)));
  }

  /**
   * What the engine is asked for, once the data is known.
   *
   * @param data the records' totals
   * @param engine resolves what is not asked for in bytes
   */
  public EngineSettings engineSettings(PackedSummary data, Capabilities engine) {
    return new EngineSettings(
        memoryBytes(data).orElse(EngineSettings.UNLIMITED),
        cacheBytes(data.rawBytes(), engine.server().cacheShare()),
        writeBufferBytes(data.rawBytes()),
        blockBytes(data),
        compression,
        durability,
        bloomBits,
        new EngineSettings.Expected(
            data.records(),
            data.rawBytes(),
            data.maxKeyBytes(),
            data.maxValueBytes() + ValueChecksum.BYTES),
        candidate.options());
  }
}
