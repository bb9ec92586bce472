package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an engine stores rows.
 *
 * @param options the options of {@code CREATE TABLE}
 * @param codec the name of the codec where the whole server has one; empty where the table says it
 */
record RowFormat(String options, String codec) {
  private static final Pattern COMPRESSED = Pattern.compile("compressed(1|2|4|8|16)");
  private static final Pattern PAGE = Pattern.compile("page-([a-z0-9]+)");
  private static final List<String> MYSQL_PAGE = List.of("zlib", "lz4");
  private static final List<String> MARIADB_PAGE =
      List.of("zlib", "lz4", "lzo", "lzma", "bzip2", "snappy");

  // RocksDB's names, options/options_helper.h.
  private static final Map<String, String> ROCKSDB =
      Map.of(
          "none",
          "kNoCompression",
          "snappy",
          "kSnappyCompression",
          "zlib",
          "kZlibCompression",
          "lz4",
          "kLZ4Compression",
          "lz4hc",
          "kLZ4HCCompression",
          "zstd",
          "kZSTD");

  private static final List<String> TOKUDB =
      List.of("uncompressed", "quicklz", "zlib", "lzma", "snappy");

  /**
   * A format of an engine.
   *
   * @param name empty for the engine's default, which for MyRocks is the codec that the settings
   *     name
   * @throws IllegalArgumentException if it is none; the message lists the valid ones
   */
  static RowFormat of(StorageKind kind, Family family, String name, Compression compression) {
    return switch (kind) {
      case INNODB -> innodb(family, name);
      case ROCKSDB -> {
        String word = name.isEmpty() ? compression.name().toLowerCase(Locale.ROOT) : name;
        String codec = ROCKSDB.get(word);
        if (codec == null) {
          throw unknown(word, "MyRocks", ROCKSDB.keySet().stream().sorted().toList());
        }
        yield new RowFormat("ENGINE=ROCKSDB", codec);
      }
      case TOKUDB -> {
        String word = name.isEmpty() ? "zlib" : name;
        if (!TOKUDB.contains(word)) {
          throw unknown(word, "TokuDB", TOKUDB);
        }
        String option = family == Family.MARIADB ? "COMPRESSION" : "ROW_FORMAT";
        yield new RowFormat(
            "ENGINE=TokuDB %s=TOKUDB_%s".formatted(option, word.toUpperCase(Locale.ROOT)), "");
      }
    };
  }

  private static RowFormat innodb(Family family, String name) {
    Matcher compressed = COMPRESSED.matcher(name);
    Matcher page = PAGE.matcher(name);
    List<String> codecs = family == Family.MARIADB ? MARIADB_PAGE : MYSQL_PAGE;
    if (name.isEmpty()) {
      return new RowFormat("ENGINE=InnoDB", "");
    }
    if (compressed.matches()) {
      return new RowFormat(
          "ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=" + compressed.group(1), "");
    }
    if (page.matches() && codecs.contains(page.group(1))) {
      return family == Family.MARIADB
          ? new RowFormat("ENGINE=InnoDB PAGE_COMPRESSED=1", page.group(1))
          : new RowFormat("ENGINE=InnoDB COMPRESSION='" + page.group(1) + "'", "");
    }
    throw new IllegalArgumentException(
        "no row format '%s' of InnoDB; there are compressed1, compressed2, compressed4, compressed8, compressed16, page-%s, or none at all"
            .formatted(name, String.join(", page-", codecs)));
  }

  private static IllegalArgumentException unknown(String name, String engine, List<String> valid) {
    return new IllegalArgumentException(
        "no row format '%s' of %s; there are %s".formatted(name, engine, String.join(", ", valid)));
  }
}
