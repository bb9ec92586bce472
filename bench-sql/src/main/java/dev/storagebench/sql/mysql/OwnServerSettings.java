package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.ArrayList;
import java.util.List;

/**
 * What the harness's settings become on a server of ours.
 *
 * <p>The doublewrite buffer, the flush method (MySQL's {@code fsync}: the page cache is a second
 * cache, as it is for the embedded engines; MariaDB's {@code O_DIRECT}: it is none) and all else
 * stay as the server has them by default.
 */
record OwnServerSettings(EngineSettings asked, long poolBytes, long chunkBytes, long redoBytes) {
  private static final long MIB = 1L << 20;

  /** The least that every server accepts for its pages of 16 KiB: MySQL 5 MiB, MariaDB 6. */
  static final long MIN_POOL_BYTES = 6 * MIB;

  private static final long DEFAULT_REDO_BYTES = 100 * MIB;
  private static final long MAX_REDO_BYTES = 4096 * MIB;

  static OwnServerSettings of(EngineSettings asked) {
    long pool = Math.max(MIN_POOL_BYTES, roundUp(asked.cacheBytes(), MIB));
    // The pool is a multiple of chunk size (128 MiB by default) times instances (1, from 1 GiB on
    // 8), and has at most 1,000 chunks.
    long chunk = roundUp(Math.max(MIB, pool / 900), MIB);
    long redo = roundUp(asked.expected().rawBytes() / 8, MIB);
    return new OwnServerSettings(
        asked, pool, chunk, Math.min(MAX_REDO_BYTES, Math.max(DEFAULT_REDO_BYTES, redo)));
  }

  /** The same in the words of a server's family. */
  ServerSettings on(Family family, RowFormat format) {
    return new InnodbServerSettings(this, family, format);
  }

  private static long roundUp(long bytes, long unit) {
    return (bytes + unit - 1) / unit * unit;
  }

  /** {@code innodb_flush_log_at_trx_commit} for a promise. */
  static int flushLogAtCommit(Durability durability) {
    return switch (durability) {
      case NONE -> 0; // written and flushed once a second, whatever was committed
      case PROCESS -> 2; // handed to the operating system at each commit, flushed once a second
      case SYNC -> 1; // flushed at each commit
    };
  }

  /** mysqld's options. */
  List<String> variables() {
    return List.of(
        "--innodb-buffer-pool-size=" + poolBytes,
        // Not known, or not heeded any more, everywhere: redo-log-capacity is for MySQL from 8.0.30
        // on, where it comes before log-file-size.
        "--loose-innodb-buffer-pool-chunk-size=" + chunkBytes,
        "--loose-innodb-redo-log-capacity=" + redoBytes,
        "--loose-innodb-log-file-size=" + redoBytes,
        "--innodb-flush-log-at-trx-commit=" + flushLogAtCommit(asked.durability()),
        "--innodb-buffer-pool-dump-at-shutdown=OFF",
        "--innodb-buffer-pool-load-at-startup=OFF",
        "--performance-schema=OFF",
        "--max-connections=" + (Pool.MAX_CONNECTIONS + 12));
  }

  /**
   * What became of each setting.
   *
   * @param actualPoolBytes the running server's {@code innodb_buffer_pool_size}
   * @param flushMethod the running server's {@code innodb_flush_method}
   */
  List<AppliedSetting> report(long actualPoolBytes, String flushMethod) {
    List<AppliedSetting> report = new ArrayList<>();
    report.add(
        new AppliedSetting(
            "cacheBytes",
            Long.toString(actualPoolBytes),
            actualPoolBytes == asked.cacheBytes() ? Role.HONOURED : Role.REPLACED,
            "innodb_buffer_pool_size, a multiple of %d bytes and at least %d; with innodb_flush_method=%s the page cache is %s"
                .formatted(
                    chunkBytes,
                    MIN_POOL_BYTES,
                    flushMethod,
                    flushMethod.startsWith("O_DIRECT") ? "bypassed" : "a second cache")));
    report.addAll(alike(asked));
    report.add(
        new AppliedSetting(
            "durability",
            asked.durability().name(),
            Role.HONOURED,
            "innodb_flush_log_at_trx_commit=" + flushLogAtCommit(asked.durability())));
    report.addAll(own());
    return report;
  }

  /** What becomes of the settings that InnoDB treats alike wherever it runs. */
  static List<AppliedSetting> alike(EngineSettings asked) {
    return List.of(
        new AppliedSetting(
            "writeBufferBytes",
            Long.toString(asked.writeBufferBytes()),
            Role.IGNORED,
            "InnoDB changes pages in its buffer pool"),
        new AppliedSetting(
            "blockBytes",
            "16384",
            asked.blockBytes() == 16384 ? Role.HONOURED : Role.IGNORED,
            "innodb_page_size is fixed when a server is initialised; its default"),
        new AppliedSetting("compression", "none", Role.HONOURED, "ROW_FORMAT=DYNAMIC"),
        new AppliedSetting(
            "bloomBitsPerKey",
            Integer.toString(asked.bloomBitsPerKey()),
            Role.IGNORED,
            "InnoDB has no Bloom filters"));
  }

  private List<AppliedSetting> own() {
    List<AppliedSetting> own = new ArrayList<>();
    own.add(
        own(
            "innodb_buffer_pool_chunk_size",
            Long.toString(chunkBytes),
            "so that small pools are not rounded up to 128 MiB"));
    if (redoBytes != DEFAULT_REDO_BYTES) {
      own.add(
          own(
              "innodb_redo_log_capacity",
              Long.toString(redoBytes),
              "an eighth of the data, at most 4 GiB: 100 MiB would force checkpoints all the time"));
    }
    own.add(own("log_bin", "OFF", "nothing is replicated; the other engines write one log too"));
    own.add(
        own(
            "performance_schema",
            "OFF",
            "it takes about 240 MB beside the buffer pool, which belong to the data under a limit"));
    own.add(own("innodb_buffer_pool_dump_at_shutdown", "OFF", "every start begins cold"));
    own.add(own("innodb_buffer_pool_load_at_startup", "OFF", "every start begins cold"));
    own.add(own("mysqlx", "OFF", "a second port that nobody uses"));
    return own;
  }

  private static AppliedSetting own(String name, String value, String reason) {
    return new AppliedSetting(name, value, Role.OWN, reason);
  }
}
