package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * WiredTiger's configuration strings for what is asked of it. A candidate's options are those of
 * {@code wiredtiger_open}, and with {@code create.} before their names those of {@code
 * WT_SESSION.create}; a {@code ;} in their values stands for WiredTiger's comma.
 *
 * @param asked the settings
 * @param codec the extension with the codec; empty for no compression
 */
record WiredTigerOptions(EngineSettings asked, Optional<Path> codec) {
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "cache_size|shared_cache|block_cache|cache_resident",
          Condition.BLOCK, "leaf_page_max",
          Condition.COMPRESSION, "block_compressor|huffman_key|huffman_value|dictionary",
          Condition.DURABILITY, "log|transaction_sync|checkpoint_sync|in_memory",
          Condition.BLOOM_BITS, "bloom|bloom_bit_count|bloom_hash_count",
          Condition.STORE,
              "readonly|exclusive|salvage|multiprocess|extensions|config_base|use_environment.*|encryption|key_format|value_format|columns|colgroups|collator|source");

  private static final String CREATE = "create.";
  private static final String DOCUMENTATION = "https://source.wiredtiger.com/mongodb-4.2/";
  private static final String AS_MONGODB =
      "as MongoDB sets it: https://github.com/mongodb/mongo/tree/v4.2/src/mongo/db/storage/wiredtiger";
  private static final long MIN_CACHE_BYTES = 1 << 20;
  private static final int ALLOCATION_BYTES = 4096;
  private static final int MIN_ALLOCATION_BYTES = 512;
  private static final int SESSIONS = 1024;
  private static final String CHECKPOINTS = "(wait=60,log_size=2GB)";
  private static final String LEAF_VALUE_MAX = "64MB";

  /** For {@code WT_SESSION.begin_transaction} of a batch. */
  static final String BATCH = "isolation=snapshot";

  private boolean logs() {
    return asked.durability() != Durability.NONE;
  }

  private long cacheBytes() {
    return Math.max(MIN_CACHE_BYTES, asked.cacheBytes());
  }

  private boolean compresses() {
    return asked.compression() != Compression.NONE;
  }

  /**
   * Files are allocated in units of this. A page cannot be smaller; a compressed page is only kept
   * if it saves a unit, which one of 4 KiB never could.
   */
  private int allocationBytes() {
    return compresses()
        ? MIN_ALLOCATION_BYTES
        : Math.min(ALLOCATION_BYTES, Integer.highestOneBit(asked.blockBytes()));
  }

  private int leafBytes() {
    int unit = allocationBytes();
    return (asked.blockBytes() + unit - 1) / unit * unit;
  }

  /** For {@code wiredtiger_open}. */
  String connection() {
    String log =
        logs()
            ? "log=(enabled=true),transaction_sync=(enabled=true,method=%s)"
                .formatted(asked.durability() == Durability.SYNC ? "fsync" : "none")
            : "log=(enabled=false)";
    return "create,cache_size=%d,session_max=%d,checkpoint=%s,%s,extensions=[%s]%s"
        .formatted(
            cacheBytes(),
            SESSIONS,
            CHECKPOINTS,
            log,
            codec.map(file -> '"' + file.toString() + '"').orElse(""),
            candidate(option -> !option.startsWith(CREATE)));
  }

  /** For {@code WT_SESSION.create}. */
  String table() {
    return "key_format=u,value_format=u,allocation_size=%d,leaf_page_max=%d,leaf_value_max=%s,block_compressor=%s%s"
        .formatted(
            allocationBytes(),
            leafBytes(),
            LEAF_VALUE_MAX,
            compresses() ? asked.compression().name().toLowerCase(Locale.ROOT) : "",
            candidate(option -> option.startsWith(CREATE)));
  }

  /** A candidate's own options, which take the place of earlier ones of the same names. */
  private String candidate(Predicate<String> which) {
    return SystemLibrary.engineOptions(asked.options()).entrySet().stream()
        .filter(option -> which.test(option.getKey()))
        .map(
            option ->
                ","
                    + option.getKey().replaceFirst("^" + Pattern.quote(CREATE), "")
                    + "="
                    + option.getValue().replace(';', ','))
        .collect(Collectors.joining());
  }

  List<AppliedSetting> report() {
    SettingsReport report = new SettingsReport();
    if (cacheBytes() == asked.cacheBytes()) {
      report.honoured("cacheBytes", cacheBytes(), "cache_size; it holds changed pages as well");
    } else {
      report.replaced("cacheBytes", cacheBytes(), "cache_size is at least 1 MB");
    }
    report.ignored("writeBufferBytes", "changes are kept in the cache's pages");
    if (leafBytes() == asked.blockBytes()) {
      report.honoured("blockBytes", leafBytes(), "leaf_page_max");
    } else {
      report.replaced(
          "blockBytes", leafBytes(), "leaf_page_max is a multiple of " + allocationBytes());
    }
    if (allocationBytes() != ALLOCATION_BYTES) {
      report.own(
          "allocation_size",
          allocationBytes(),
          "the default of 4,096 is as large as a page, which then cannot be stored in less: "
              + DOCUMENTATION
              + "tune_page_size_and_comp.html");
    }
    return report
        .honoured("compression", asked.compression(), "block_compressor")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "log=(enabled=false): a crash loses all since the last checkpoint";
              case PROCESS ->
                  "transaction_sync=(enabled=true,method=none): the log is written to the file"
                      + " system at each commit";
              case SYNC -> "transaction_sync=(enabled=true,method=fsync)";
            })
        .ignored("bloomBitsPerKey", "a B-tree needs no filter")
        .own("checkpoint", CHECKPOINTS, "without it the log grows without end; " + AS_MONGODB)
        .own(
            "leaf_value_max",
            LEAF_VALUE_MAX,
            "values of half a page would be read from the file each time, past the cache; "
                + AS_MONGODB)
        .own(
            "begin_transaction of batches",
            BATCH,
            "with the default, read-committed, batches over the same keys mix: " + DOCUMENTATION)
        .own("session_max", SESSIONS, "a session per thread; the default is 100: " + DOCUMENTATION)
        .candidate(asked.options())
        .settings();
  }
}
