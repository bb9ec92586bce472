package dev.storagebench.engines.je;

import com.sleepycat.je.CheckpointConfig;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseException;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.EnvironmentStats;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.HeapCache;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An open environment of Berkeley DB Java Edition with one database. */
final class JeStore extends FolderStore {
  private static final String CONFIG =
      "https://docs.oracle.com/cd/E17277_02/html/java/com/sleepycat/je/EnvironmentConfig.html";
  // For JE's own reasons a checkpoint at rest also writes what would shorten the next recovery.
  private static final CheckpointConfig FORCED =
      new CheckpointConfig().setForce(true).setMinimizeRecoveryTime(true);

  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE, "je.maxMemory|je.maxMemoryPercent|je.maxOffHeapMemory|je.sharedCache",
          Condition.DURABILITY, "je.txn.durability|je.log.memOnly|je.env.isTransactional",
          Condition.STORE, "je.env.isReadOnly|je.env.isLocking");

  private final Environment environment;
  private final Database database;
  private final List<AppliedSetting> settings;

  JeStore(Path folder, EngineSettings asked) {
    super(folder);
    HeapCache cache = new HeapCache(asked);
    EnvironmentConfig config =
        new EnvironmentConfig()
            .setAllowCreate(true)
            .setTransactional(true)
            .setConfigParam(EnvironmentConfig.FREE_DISK, "0");
    asked.options().forEach((option, value) -> set(config, option, value));
    config.setDurability(durability(asked.durability())).setCacheSize(cache.bytes());
    try {
      this.environment = new Environment(folder.toFile(), config);
      this.database =
          environment.openDatabase(
              null, "records", new DatabaseConfig().setAllowCreate(true).setTransactional(true));
    } catch (DatabaseException | IllegalArgumentException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked, cache);
  }

  private static void set(EnvironmentConfig config, String option, String value) {
    try {
      config.setConfigParam(option, value);
    } catch (IllegalArgumentException e) {
      throw EngineException.refused("je", option, String.valueOf(e.getMessage()), e);
    }
  }

  private static com.sleepycat.je.Durability durability(Durability durability) {
    return switch (durability) {
      case NONE -> com.sleepycat.je.Durability.COMMIT_NO_SYNC;
      case PROCESS -> com.sleepycat.je.Durability.COMMIT_WRITE_NO_SYNC;
      case SYNC -> com.sleepycat.je.Durability.COMMIT_SYNC;
    };
  }

  private static List<AppliedSetting> report(EngineSettings asked, HeapCache cache) {
    return cache
        .report(new SettingsReport(), "je.maxMemory")
        .ignored("writeBufferBytes", "log buffers are a fixed part of its cache")
        .ignored("blockBytes", "nodes are counted in entries, records are read one by one")
        .honoured("compression", "none", "JE has none")
        .honoured(
            "durability",
            asked.durability(),
            switch (asked.durability()) {
              case NONE -> "COMMIT_NO_SYNC";
              case PROCESS -> "COMMIT_WRITE_NO_SYNC";
              case SYNC -> "COMMIT_SYNC";
            })
        .ignored("bloomBitsPerKey", "a B+ tree needs no filter")
        .own(
            EnvironmentConfig.FREE_DISK,
            0,
            "by default it refuses to write where less than 5 GB of the disk are free: " + CONFIG)
        .own("transactional", true, "durability is promised of transactions: " + CONFIG)
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, RuntimeException e) {
    return new EngineException("je: cannot " + what + ": " + e.getMessage(), e);
  }

  @Override
  public Session session() {
    return new JeSession(database);
  }

  /**
   * Cleans log files until the utilisation asked for is reached. A cleaned file is deleted by the
   * next checkpoint, which may leave others behind that are worth cleaning.
   */
  @Override
  public Settling settle(Duration atMost) {
    try {
      environment.compress();
      environment.checkpoint(FORCED);
      return Polling.until(
          atMost, "checkpoint, then cleanLogFile and checkpoint until none is left", this::idle);
    } catch (DatabaseException e) {
      throw failure("settle", e);
    }
  }

  private boolean idle() {
    if (!environment.cleanLogFile()) {
      return true;
    }
    environment.checkpoint(FORCED);
    return false;
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    EnvironmentStats stats = environment.getStats(null);
    return Map.of(
        "cacheTotalBytes", stats.getCacheTotalBytes(),
        "nCacheMiss", stats.getNCacheMiss(),
        "nLogFSyncs", stats.getNLogFSyncs(),
        "totalLogSize", stats.getTotalLogSize(),
        "nCleanerRuns", stats.getNCleanerRuns(),
        "nCheckpoints", stats.getNCheckpoints(),
        "currentMinUtilization", (long) stats.getCurrentMinUtilization(),
        "currentMaxUtilization", (long) stats.getCurrentMaxUtilization());
  }

  @Override
  public void close() {
    try {
      database.close();
      environment.close();
    } catch (DatabaseException e) {
      throw failure("close", e);
    }
  }
}
