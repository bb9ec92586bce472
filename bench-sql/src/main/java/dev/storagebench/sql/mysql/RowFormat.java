package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Table;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How an engine stores rows.
 *
 * @param name as candidates write it; empty for InnoDB's own format
 * @param options the options of {@code CREATE TABLE}
 * @param codec the name of the codec where the whole server has one; empty where the table says it
 * @param punchesHoles whether it saves blocks by holes in its files
 */
record RowFormat(String name, String options, String codec, boolean punchesHoles) {
  private static final List<String> KEY_BLOCKS = List.of("1", "2", "4", "8", "16");
  private static final String COMPRESSED = "compressed";
  private static final String PAGE = "page-";
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

  /** InnoDB's own, which compresses nothing. */
  static final RowFormat INNODB = new RowFormat("", "ENGINE=InnoDB", "");

  /** For servers whose tables are there already. */
  static final RowFormat NONE = new RowFormat("", "", "");

  private RowFormat(String name, String options, String codec) {
    this(name, options, codec, false);
  }

  /** The formats of an engine that have a name; InnoDB also has one without. */
  static List<String> names(StorageKind kind, Family family) {
    return switch (kind) {
      case INNODB ->
          Stream.concat(
                  KEY_BLOCKS.stream().map(COMPRESSED::concat),
                  (family == Family.MARIADB ? MARIADB_PAGE : MYSQL_PAGE).stream().map(PAGE::concat))
              .toList();
      case ROCKSDB -> ROCKSDB.keySet().stream().sorted().toList();
      case TOKUDB -> TOKUDB;
    };
  }

  /**
   * Refuses a name that no family of servers has.
   *
   * @throws IllegalArgumentException which lists the valid ones
   */
  static void require(StorageKind kind, String name) {
    Set<String> valid = new LinkedHashSet<>();
    for (Family family : Family.values()) {
      valid.addAll(names(kind, family));
    }
    if (!name.isEmpty() && !valid.contains(name)) {
      throw unknown(kind, name, valid);
    }
  }

  private static IllegalArgumentException unknown(
      StorageKind kind, String name, Collection<String> valid) {
    return new IllegalArgumentException(
        "no row format '%s' of %s; there are %s%s"
            .formatted(
                name,
                switch (kind) {
                  case INNODB -> "InnoDB";
                  case ROCKSDB -> "MyRocks";
                  case TOKUDB -> "TokuDB";
                },
                String.join(", ", valid),
                kind == StorageKind.INNODB ? ", or none at all" : ""));
  }

  /**
   * A format of an engine.
   *
   * @param asked has the candidate's option {@code format}; without it the engine's default is
   *     taken, which for MyRocks is the codec that the settings name
   * @throws IllegalArgumentException if it is none; the message lists the valid ones
   */
  static RowFormat of(StorageKind kind, Family family, EngineSettings asked) {
    return of(
        kind,
        family,
        asked.options().getOrDefault(ServerVariables.FORMAT, ""),
        asked.compression());
  }

  /** The same of a name, which may be empty. */
  static RowFormat of(StorageKind kind, Family family, String name, Compression compression) {
    String word =
        switch (kind) {
          case INNODB -> name;
          case ROCKSDB -> name.isEmpty() ? compression.name().toLowerCase(Locale.ROOT) : name;
          case TOKUDB -> name.isEmpty() ? "zlib" : name;
        };
    List<String> valid = names(kind, family);
    if (!valid.contains(word) && !(kind == StorageKind.INNODB && word.isEmpty())) {
      throw unknown(kind, word, valid);
    }
    return switch (kind) {
      case INNODB -> innodb(family, word);
      case ROCKSDB ->
          new RowFormat(word, "ENGINE=ROCKSDB", Objects.requireNonNull(ROCKSDB.get(word)));
      case TOKUDB ->
          new RowFormat(
              word,
              "ENGINE=TokuDB %s=TOKUDB_%s"
                  .formatted(
                      family == Family.MARIADB ? "COMPRESSION" : "ROW_FORMAT",
                      word.toUpperCase(Locale.ROOT)),
              "");
    };
  }

  private static RowFormat innodb(Family family, String name) {
    if (name.startsWith(COMPRESSED)) {
      return new RowFormat(
          name,
          "ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE="
              + name.substring(COMPRESSED.length()),
          "");
    }
    if (name.startsWith(PAGE)) {
      String codec = name.substring(PAGE.length());
      return family == Family.MARIADB
          ? new RowFormat(name, "ENGINE=InnoDB PAGE_COMPRESSED=1", codec, true)
          : new RowFormat(name, "ENGINE=InnoDB COMPRESSION='" + codec + "'", "", true);
    }
    return INNODB;
  }

  /**
   * Refuses a table that the server stores in another format.
   *
   * @throws UnsupportedSettingException with both
   */
  void require(StorageKind kind, Pool pool, Table table) {
    String asked = kind == StorageKind.ROCKSDB ? codec : name;
    Optional<String> stored = kind.stored(new StoredFormat(pool, table));
    if (stored.isPresent() && !stored.get().equals(asked)) {
      throw new UnsupportedSettingException(
          "%s was asked for (%s), but the server stores table %s %s; %s"
              .formatted(
                  asked.isEmpty() ? "no compression" : asked,
                  options,
                  table.name(),
                  stored.get().isEmpty() ? "uncompressed" : "as " + stored.get(),
                  kind == StorageKind.INNODB
                      ? "look at innodb_compression_algorithm, innodb_compression_default, innodb_file_per_table and innodb_strict_mode there"
                      : "look at its default options of tables and column families"));
    }
  }

  /**
   * An engine's report with a candidate's format in the place of the codec that was asked of all.
   */
  List<AppliedSetting> report(List<AppliedSetting> engines, Map<String, String> candidate) {
    String name = candidate.getOrDefault(ServerVariables.FORMAT, "");
    if (name.isEmpty()) {
      return engines;
    }
    String words = codec.isEmpty() ? options : options + ", " + codec;
    return Stream.concat(
            engines.stream().filter(setting -> !setting.name().equals("compression")),
            Stream.of(
                new AppliedSetting(
                    "compression", name, Role.REPLACED, "the candidate's own format: " + words),
                new AppliedSetting(ServerVariables.FORMAT, name, Role.CANDIDATE, words)))
        .toList();
  }

  /**
   * Refuses what a server of ours cannot store here.
   *
   * @param folder where its files are going to be
   * @throws UnsupportedSettingException with the reason
   */
  void require(ServerInstall install, Path folder) throws IOException {
    if (!punchesHoles) {
      return;
    }
    Optional<String> missing = PunchedHoles.missingIn(folder);
    if (missing.isPresent()) {
      throw new UnsupportedSettingException(
          "%s needs a file system that gives back the blocks of punched holes, and that of %s does not: %s; name a folder on another one with --cache-folder, or take compressed8"
              .formatted(options, folder, missing.get()));
    }
    String provider = "provider_" + codec + ".so";
    if (install.family() == Family.MARIADB
        && install.isAtLeast(10, 7)
        && !codec.equals("zlib")
        && install.plugin(provider).isEmpty()) {
      throw new UnsupportedSettingException(
          "page-%s: %s has no %s; apt-get install mariadb-plugin-provider-%s"
              .formatted(codec, install.program(), provider, codec));
    }
  }
}
