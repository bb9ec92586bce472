package dev.storagebench.engines.rocksdb;

import static dev.storagebench.engines.EmbeddedStore.choice;
import static dev.storagebench.engines.RocksDbNames.HYPER_CLOCK;
import static dev.storagebench.engines.RocksDbNames.LRU;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The options of a database and its default column family, which RocksDB reads from an <a
 * href="https://github.com/facebook/rocksdb/wiki/RocksDB-Options-File">OPTIONS file</a>:
 * RocksJava's other way to set options by their names swallows the reason why one is invalid. The
 * caller closes both.
 */
record RocksDbOptions(DBOptions database, ColumnFamilyOptions family) {
  private static final String DATABASE = "DBOptions";
  private static final String FAMILY = "CFOptions \"default\"";
  private static final String TABLE = "TableOptions/BlockBasedTable \"default\"";
  private static final String CACHE_TYPE = "cache_type";
  private static final String GET = "get";
  private static final String FILTER = "filter_policy";
  private static final String BLOOM = "bloomfilter:";
  private static final String TABLE_OPTION = "block_based_table_factory";

  /**
   * The options that are asked for, and the candidate's own.
   *
   * @param folder for the OPTIONS file, which is deleted
   * @throws EngineException with RocksDB's message if an option of the candidate is invalid
   */
  static RocksDbOptions of(EngineSettings asked, Path folder) {
    try {
      Path file = Files.createTempFile(folder, "candidate", ".ini");
      try {
        Map<String, Map<String, String>> sections = adapterOptions(asked);
        for (Map.Entry<String, String> option : asked.options().entrySet()) {
          if (!Set.of(CACHE_TYPE, GET).contains(option.getKey())) {
            add(option.getKey(), option.getValue(), sections, file);
          }
        }
        if (cacheType(asked).equals(LRU)) {
          return load(sections, file);
        }
        String filter = sections.get(TABLE).remove(FILTER);
        RocksDbOptions options = load(sections, file);
        options.setTable(asked.cacheBytes(), filter);
        return options;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | RocksDBException e) {
      throw EngineException.cannot("rocksdb", "read the options of " + folder, e);
    }
  }

  /**
   * The kind of block cache: the candidate's choice or the version's default. RocksJava must set a
   * HyperClockCache and would drop table options that it does not know, so these have an LRUCache.
   */
  static String cacheType(EngineSettings asked) {
    RocksDB.Version version = RocksDB.rocksdbVersion();
    boolean recent = version.getMajor() * 100 + version.getMinor() >= 10_07;
    String byDefault = recent ? HYPER_CLOCK : LRU;
    String kind = choice("rocksdb", asked, CACHE_TYPE, byDefault, List.of(HYPER_CLOCK, LRU));
    return nested(asked.options().getOrDefault(TABLE_OPTION, "")).entrySet().stream()
            .allMatch(option -> isKnownToRocksJava(option.getKey(), option.getValue()))
        ? kind
        : LRU;
  }

  /** Whether reads take a value as a new array, not into the caller's buffer: {@code get=array}. */
  static boolean readsArrays(EngineSettings asked) {
    return choice("rocksdb", asked, GET, "buffer", List.of("buffer", "array")).equals("array");
  }

  private static boolean isKnownToRocksJava(String option, String value) {
    String setter = "set" + option.replace("_", "");
    return option.equals(FILTER)
        ? value.startsWith(BLOOM)
        : !option.equals("hash_index_allow_collision")
            && Stream.of(BlockBasedTableConfig.class.getMethods())
                .anyMatch(method -> method.getName().equalsIgnoreCase(setter));
  }

  /**
   * Sets a HyperClockCache, which an OPTIONS file cannot name, and the filter, of which RocksJava
   * reads a dangling handle from an OPTIONS file.
   */
  private void setTable(long cacheBytes, @Nullable String filter) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) family.tableFormatConfig();
    try (Cache cache = HyperClock.cache(cacheBytes)) {
      if (filter != null) {
        table.setFilterPolicy(new BloomFilter(Double.parseDouble(filter.split(":", -1)[1])));
      }
      family.setTableFormatConfig(table.setBlockCache(cache));
    }
  }

  /** A class of its own: versions before 8.9 lack the cache, and are not to look for it. */
  private static final class HyperClock {
    static Cache cache(long bytes) {
      return new HyperClockCache(bytes, 0, -1, false);
    }
  }

  private static Map<String, String> nested(String value) {
    return Candidate.options(value.replaceAll("^\\{|}$", ""));
  }

  private static Map<String, Map<String, String>> adapterOptions(EngineSettings asked) {
    String codec =
        switch (asked.compression()) {
          case NONE -> "kNoCompression";
          case SNAPPY -> "kSnappyCompression";
          case LZ4 -> "kLZ4Compression";
          case ZSTD -> "kZSTD";
        };
    Map<String, String> database =
        new HashMap<>(Map.of("create_if_missing", "true", "keep_log_file_num", "1"));
    Map<String, String> family = new HashMap<>(Map.of("compression", codec));
    asked.writeBufferBytes().ifPresent(bytes -> family.put("write_buffer_size", "" + bytes));
    // Without a share for blocks of high priority, like RocksDB's default of that kind.
    String cache = "{capacity=%d;high_pri_pool_ratio=0.0}".formatted(asked.cacheBytes());
    Map<String, String> table = new HashMap<>(Map.of("block_cache", cache));
    asked.blockBytes().ifPresent(bytes -> table.put("block_size", "" + bytes));
    asked
        .bloomBitsPerKey()
        .filter(bits -> bits > 0)
        .ifPresent(bits -> table.put(FILTER, BLOOM + bits + ":false"));
    return Map.of(DATABASE, database, FAMILY, family, TABLE, table);
  }

  /** Adds an option to the section that accepts it. */
  private static void add(
      String option, String value, Map<String, Map<String, String>> sections, Path file)
      throws IOException {
    boolean nested = option.equals(TABLE_OPTION);
    Map<String, String> lines = nested ? nested(value) : Map.of(option, value);
    List<String> reasons = new ArrayList<>();
    for (String section : nested ? List.of(TABLE) : List.of(DATABASE, FAMILY)) {
      try {
        RocksDbOptions alone = load(Map.of(section, lines), file);
        alone.family.close();
        alone.database.close();
        sections.get(section).putAll(lines);
        return;
      } catch (RocksDBException e) {
        reasons.add("in [%s]: %s".formatted(section, e.getMessage()));
      }
    }
    throw EngineException.refused("rocksdb", option, String.join("; ", reasons), null);
  }

  private static RocksDbOptions load(Map<String, Map<String, String>> sections, Path file)
      throws RocksDBException, IOException {
    StringBuilder text =
        new StringBuilder("[Version]\nrocksdb_version=1.0.0\noptions_file_version=1.1\n");
    // RocksDB requires all sections, in this order.
    for (String section : List.of(DATABASE, FAMILY, TABLE)) {
      text.append('[').append(section).append("]\n");
      sections
          .getOrDefault(section, Map.of())
          .forEach((name, value) -> text.append(name).append('=').append(line(value)).append('\n'));
    }
    Files.writeString(file, text);
    DBOptions database = new DBOptions();
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (ConfigOptions strict = new ConfigOptions()) {
      OptionsUtil.loadOptionsFromFile(strict, file.toString(), database, families);
    } catch (RocksDBException e) {
      database.close();
      throw e;
    }
    return new RocksDbOptions(database, families.get(0).getOptions());
  }

  /** One line, with {@code #}, which begins a comment, escaped. */
  private static String line(String value) {
    return value.replaceAll("\\s+", " ").replace("#", "\\#");
  }
}
