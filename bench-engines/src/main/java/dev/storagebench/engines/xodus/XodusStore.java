package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
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
import java.util.TreeSet;
import jetbrains.exodus.ExodusException;
import jetbrains.exodus.InvalidSettingException;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.EnvironmentStatistics;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.StoreConfig;

/** An open Xodus environment with one store. */
final class XodusStore extends FolderStore {
  private static final String CONFIG =
      "https://github.com/JetBrains/xodus/wiki/Environments#environment-settings";
  private static final int MIN_PAGE_BYTES = 1024;

  /** Options that set a condition, by their names. */
  static final Map<Condition, String> CONDITIONS =
      Map.of(
          Condition.CACHE,
              "exodus.memoryUsage|exodus.memoryUsagePercentage|exodus.log.cache.shared",
          Condition.BLOCK, "exodus.log.cache.pageSize",
          Condition.DURABILITY, "exodus.log.durableWrite",
          Condition.STORE, "exodus.env.isReadonly|exodus.cipher.*|exodus.log.readerWriterProvider");

  private final EnvironmentImpl environment;
  private final jetbrains.exodus.env.Store records;
  private final List<AppliedSetting> settings;

  XodusStore(Path folder, EngineSettings asked) {
    super(folder);
    HeapCache cache = new HeapCache(asked);
    // A power of two, by which its files of 8 MiB can be divided.
    int pageBytes = Math.max(MIN_PAGE_BYTES, Integer.highestOneBit(asked.blockBytes()));
    EnvironmentConfig config =
        new EnvironmentConfig()
            .setMemoryUsage(cache.bytes())
            .setLogCacheShared(false)
            .setLogCachePageSize(pageBytes)
            .setLogDurableWrite(asked.durability() == Durability.SYNC)
            .setLogAllowRamDisk(true)
            .setLogAllowRemovable(true)
            .setLogAllowRemote(true);
    asked.options().forEach((option, value) -> set(config, option, value));
    try {
      this.environment = (EnvironmentImpl) Environments.newInstance(folder.toFile(), config);
      this.records =
          environment.computeInTransaction(
              transaction ->
                  environment.openStore("records", StoreConfig.WITHOUT_DUPLICATES, transaction));
    } catch (ExodusException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked, cache, pageBytes);
  }

  /** Xodus takes any name; those it knows have a default, of the type it wants. */
  private static void set(EnvironmentConfig config, String option, String value) {
    Object before = config.getSetting(option);
    if (before == null) {
      throw EngineException.refused(
          "xodus",
          option,
          "there are " + new TreeSet<>(EnvironmentConfig.DEFAULT.getSettings().keySet()),
          null);
    }
    try {
      config.setSettings(Map.of(option, value));
    } catch (InvalidSettingException e) {
      throw EngineException.refused("xodus", option, String.valueOf(e.getMessage()), e);
    }
  }

  private static List<AppliedSetting> report(EngineSettings asked, HeapCache cache, int pageBytes) {
    SettingsReport report =
        cache
            .report(new SettingsReport(), "exodus.memoryUsage")
            .ignored("writeBufferBytes", "a transaction is written when it is committed");
    if (pageBytes == asked.blockBytes()) {
      report.honoured("blockBytes", pageBytes, "exodus.log.cache.pageSize");
    } else {
      report.replaced("blockBytes", pageBytes, "exodus.log.cache.pageSize is a power of two");
    }
    report.honoured("compression", "none", "Xodus has none");
    switch (asked.durability()) {
      case NONE ->
          report.replaced(
              "durability",
              Durability.PROCESS,
              "the default: each commit writes to the file; Xodus has nothing weaker");
      case PROCESS ->
          report.honoured(
              "durability",
              asked.durability(),
              "the default: each commit writes to the file, which is synced every 10 s");
      case SYNC ->
          report.honoured("durability", asked.durability(), "exodus.log.durableWrite=true");
    }
    return report
        .ignored("bloomBitsPerKey", "a B+ tree needs no filter")
        .own(
            "exodus.log.cache.shared",
            false,
            "a cache shared by all environments keeps the size that the first one had: " + CONFIG)
        .own(
            "exodus.log.allowRamDisk, allowRemovable, allowRemote",
            true,
            "the store's folder is the user's choice: " + CONFIG)
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, ExodusException e) {
    return new EngineException("xodus: cannot " + what + ": " + e, e);
  }

  @Override
  public Session session() {
    return new XodusSession(environment, records);
  }

  @Override
  public BulkLoader loader() {
    return new XodusLoader(environment, records);
  }

  /** Runs the cleaner of the log, without its waiting times, until it finds nothing to move. */
  @Override
  public Settling settle(Duration atMost) {
    EnvironmentConfig config = environment.getEnvironmentConfig();
    int startIn = config.getGcStartIn();
    int runPeriod = config.getGcRunPeriod();
    int deletionDelay = config.getGcFilesDeletionDelay();
    try {
      environment.flushAndSync();
      config.setGcStartIn(0).setGcRunPeriod(0).setGcFilesDeletionDelay(0);
      Settling settling =
          Polling.until(atMost, "flushAndSync, then gc until it moves nothing", this::idle);
      environment.flushAndSync();
      return settling;
    } catch (ExodusException e) {
      throw failure("settle", e);
    } finally {
      config.setGcStartIn(startIn).setGcRunPeriod(runPeriod).setGcFilesDeletionDelay(deletionDelay);
    }
  }

  private boolean idle() {
    long before = total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC);
    environment.gc();
    environment.getGC().waitForPendingGC();
    return total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC) == before;
  }

  private long total(EnvironmentStatistics.Type type) {
    return environment.getStatistics().getStatisticsItem(type).getTotal();
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    return Map.of(
        "bytesWritten", total(EnvironmentStatistics.Type.BYTES_WRITTEN),
        "bytesRead", total(EnvironmentStatistics.Type.BYTES_READ),
        "bytesMovedByGc", total(EnvironmentStatistics.Type.BYTES_MOVED_BY_GC),
        "utilizationPercent", total(EnvironmentStatistics.Type.UTILIZATION_PERCENT));
  }

  @Override
  public void close() {
    try {
      environment.close();
    } catch (ExodusException e) {
      throw failure("close", e);
    }
  }
}
