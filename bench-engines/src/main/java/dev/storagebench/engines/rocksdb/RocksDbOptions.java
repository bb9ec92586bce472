package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDBException;

/**
 * The options of a database and of its default column family, as RocksDB reads them from one <a
 * href="https://github.com/facebook/rocksdb/wiki/RocksDB-Options-File">OPTIONS file</a> of what all
 * candidates are asked for and of the candidate's own. The caller closes both.
 */
record RocksDbOptions(DBOptions database, ColumnFamilyOptions family) {
  private static final String DATABASE = "DBOptions";
  private static final String FAMILY = "CFOptions \"default\"";
  private static final String TABLE = "TableOptions/BlockBasedTable \"default\"";
  private static final String TABLE_OPTION = "block_based_table_factory";

  /**
   * Reads them, by way of a file in a folder.
   *
   * @throws EngineException with RocksDB's message if it does not take one of the candidate's
   */
  static RocksDbOptions of(EngineSettings asked, Path folder) {
    try {
      Path file = Files.createTempFile(folder, "candidate", ".ini");
      try {
        Map<String, Map<String, String>> sections = adapter(asked);
        for (Map.Entry<String, String> option : asked.options().entrySet()) {
          add(option.getKey(), option.getValue(), sections, file);
        }
        return load(sections, file);
      } catch (RocksDBException e) {
        throw RocksDbStore.failure("read the options of " + folder, e);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new EngineException("rocksdb: cannot write an OPTIONS file: " + e, e);
    }
  }

  private static Map<String, Map<String, String>> adapter(EngineSettings asked) {
    Map<String, String> database = new LinkedHashMap<>();
    database.put("create_if_missing", "true");
    database.put("keep_log_file_num", "1");
    Map<String, String> family = new LinkedHashMap<>();
    family.put("write_buffer_size", Long.toString(asked.writeBufferBytes()));
    family.put("compression", codec(asked.compression()));
    family.put("bottommost_compression", codec(asked.compression()));
    Map<String, String> table = new LinkedHashMap<>();
    table.put("block_size", Integer.toString(asked.blockBytes()));
    // Without shares for blocks of high and low priority, as LRUCache of RocksJava is made.
    table.put(
        "block_cache",
        "{capacity=%d;high_pri_pool_ratio=0.0;low_pri_pool_ratio=0.0}"
            .formatted(asked.cacheBytes()));
    if (asked.bloomBitsPerKey() > 0) {
      table.put("filter_policy", "bloomfilter:%d:false".formatted(asked.bloomBitsPerKey()));
    }
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    sections.put(DATABASE, database);
    sections.put(FAMILY, family);
    sections.put(TABLE, table);
    return sections;
  }

  private static String codec(Compression compression) {
    return switch (compression) {
      case NONE -> "kNoCompression";
      case SNAPPY -> "kSnappyCompression";
      case LZ4 -> "kLZ4Compression";
      case ZSTD -> "kZSTD";
    };
  }

  /** Adds an option to the section where RocksDB takes it. */
  private static void add(
      String option, String value, Map<String, Map<String, String>> sections, Path file)
      throws IOException {
    boolean nested = option.equals(TABLE_OPTION);
    Map<String, String> lines =
        nested ? Candidate.options(value.replaceAll("^\\{|}$", "")) : Map.of(option, value);
    List<String> refusals = new ArrayList<>();
    for (String section : nested ? List.of(TABLE) : List.of(DATABASE, FAMILY)) {
      try {
        RocksDbOptions alone = load(Map.of(section, lines), file);
        alone.family.close();
        alone.database.close();
        sections.get(section).putAll(lines);
        return;
      } catch (RocksDBException e) {
        refusals.add("in [%s]: %s".formatted(section, e.getMessage()));
      }
    }
    throw EngineException.refused("rocksdb", option, String.join("; ", refusals), null);
  }

  private static RocksDbOptions load(Map<String, Map<String, String>> sections, Path file)
      throws RocksDBException, IOException {
    StringBuilder text =
        new StringBuilder("[Version]\nrocksdb_version=1.0.0\noptions_file_version=1.1\n");
    // RocksDB wants all of them, in this order.
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

  /** A value as the file has it: on one line, where {@code #} would begin a comment. */
  private static String line(String value) {
    return value.replaceAll("\\s+", " ").replace("#", "\\#");
  }
}
