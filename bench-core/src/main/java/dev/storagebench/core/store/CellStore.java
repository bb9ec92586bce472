package dev.storagebench.core.store;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.DatabaseEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The store of one cell: its engine, its records, its settings, and how it is opened and loaded.
 */
public final class CellStore implements AutoCloseable {
  /** Incremented when the same settings produce different files. */
  private static final int LAYOUT = 3;

  private static final int PROGRESS_EVERY = 1024;

  private final CacheFolder cache = CacheFolder.current();
  private final StorageEngine engine;
  private final Availability.Available version;
  private final PackedFile data;
  private final ResolvedSettings resolved;
  private final Parameters given;
  private final int number;

  private CellStore(Parameters given, Availability.Available version, boolean writes, int number)
      throws IOException {
    this.given = given;
    this.engine = Engines.of(given.candidate());
    this.version = version;
    this.number = number;
    this.data = records(given);
    this.resolved = CloseOnFailure.of(data, file -> resolve(engine, given, file.summary(), writes));
  }

  /**
   * Finds the engine and opens the records, which are packed first if they are not yet.
   *
   * @param writes whether the cell writes, so that durability matters
   * @param number which of the independently loaded stores with these settings, from 0
   * @throws UnsupportedSettingException if the engine cannot run on this machine or does not
   *     support a setting
   * @throws dev.storagebench.datasets.BadInputException if the records cannot be read
   */
  public static CellStore of(Parameters settings, boolean writes, int number) throws IOException {
    return new CellStore(
        settings,
        Engines.availability(settings.candidate()).orThrow(settings.candidate().engine()),
        writes,
        number);
  }

  /** One that another process has opened. */
  public static CellStore attached(Parameters settings, boolean writes) throws IOException {
    return new CellStore(settings, new Availability.Available("", ""), writes, 0);
  }

  /** The records, packed first if they are not yet; to be closed by the caller. */
  public static PackedFile records(Parameters settings) throws IOException {
    return PackedFile.open(packed(settings, CacheFolder.current(), PackingProgress.NONE));
  }

  /**
   * The settings a cell's store is opened with. Loads no native library.
   *
   * @param writes whether the cell writes, so that durability matters
   * @throws UnsupportedSettingException if the engine does not support a setting
   */
  public static ResolvedSettings resolve(
      StorageEngine engine, Parameters settings, PackedSummary data, boolean writes) {
    EngineSettings asked = settings.engineSettings(data, engine.capabilities());
    return ResolvedSettings.of(
        engine,
        asked.withOptions(engine.resolve(asked.options())),
        settings.get(Parameter.NEAREST),
        writes);
  }

  /**
   * The identity of a prepared store: two cells with equal identities use the same one. Cache size
   * and durability are not part of it: every store is loaded without durability, settled, and then
   * opened with the settings of the cell.
   *
   * @param version the engine's version; a host that must not load the library may use that of the
   *     candidate
   */
  public static String identity(
      StorageEngine engine,
      String version,
      EngineSettings settings,
      String layout,
      PackedSummary data) {
    return String.join(
        "|",
        "layout " + LAYOUT + "." + engine.storeRevision(),
        version,
        settings.compression().name(),
        "write buffer " + settings.writeBufferBytes(),
        "block " + settings.blockBytes(),
        "bloom " + settings.bloomBitsPerKey(),
        data.digest(),
        "records " + data.records() + layout,
        new TreeMap<>(engine.storeOptions(settings.options())).toString());
  }

  String identity() {
    String any =
        identity(
            engine,
            version.version() + "|" + version.library(),
            settings(),
            given.layout(),
            data.summary());
    return number == 0 ? any : any + "|store " + number;
  }

  /**
   * The packed file of the cell's data set, packed now if it is not yet; {@value PackedFormat#NAME}
   * names an existing one.
   */
  public static Path packed(Parameters settings, CacheFolder cache, PackingProgress progress)
      throws IOException {
    DatasetSpec dataset = settings.get(Parameter.DATASET);
    if (dataset.format().equals(PackedFormat.NAME)) {
      return Path.of(dataset.argument());
    }
    ReadOptions reading = new ReadOptions(settings.get(Parameter.SKIP_BAD));
    return new DatasetCache(cache.data()).obtain(dataset, reading, progress);
  }

  /** The engine. */
  public StorageEngine engine() {
    return engine;
  }

  /** The engine as reports name it. */
  public CellReport.Engine engineReport() {
    return new CellReport.Engine(engine.name(), version.version(), version.library());
  }

  /** The records. */
  public PackedFile data() {
    return data;
  }

  /** A walk over the records of the prepared store. */
  PackedCursor initialRecords() throws IOException {
    if (!given.partlyLoaded()) {
      return data.cursor();
    }
    try (OperationFile trace = OperationFile.open(data.path())) {
      return data.first(trace.summary().presentKeys());
    }
  }

  /** The settings the engine is opened with. */
  public EngineSettings settings() {
    return resolved.settings();
  }

  /** How an open store applied its settings, and the requested values that were replaced. */
  public List<AppliedSetting> report(Store open) {
    return resolved.report(open.settings());
  }

  /**
   * The prepared store, loaded now if it is not in the cache; see {@link StoreCache#lease}.
   *
   * @param progress receives the number of records loaded so far, now and then
   */
  public StoreCache.Lease lease(LongConsumer progress) throws IOException {
    return new StoreCache(cache).lease(this, progress);
  }

  /** Opens the store in a folder, with the settings of the cell. */
  public Store open(Path folder) {
    return open(engine, folder, settings(), given.get(Parameter.TABLE));
  }

  /** Connects to the store at an address; see {@link DatabaseEngine#attach}. */
  public Store attach(Map<String, String> address) {
    if (engine instanceof DatabaseEngine database) {
      return database.attach(address, settings(), given.get(Parameter.TABLE));
    }
    throw new UnsupportedSettingException(engine.name() + " has no server to connect to");
  }

  /** Opens the store in a folder, to be loaded: without durability and without a memory limit. */
  public Store openForLoading(Path folder) {
    EngineSettings loading =
        settings().forLoading().withOptions(engine.storeOptions(settings().options()));
    return open(engine, folder, loading, given.get(Parameter.TABLE));
  }

  /**
   * Opens a store.
   *
   * @param table the table layout of a SQL database; empty for a key-value store
   * @throws UnsupportedSettingException if the engine has no tables
   */
  public static Store open(
      StorageEngine engine, Path folder, EngineSettings settings, String table) {
    if (table.isEmpty()) {
      return engine.open(folder, settings);
    }
    if (engine instanceof DatabaseEngine database) {
      return database.openDatabase(folder, settings, table);
    }
    throw new UnsupportedSettingException(
        "%s has no SQL tables (table=%s); use a SQL engine such as mysql"
            .formatted(engine.name(), table));
  }

  /**
   * Loads all remaining records of a cursor, each value with its checksum.
   *
   * @param maxValueBytes the longest value, checksum included
   * @param progress receives the number of records loaded so far, now and then
   * @return the number of loaded records
   */
  public static long load(
      PackedCursor cursor, BulkLoader target, int maxValueBytes, LongConsumer progress)
      throws IOException {
    ByteBuffer value = ValueChecksum.buffer(maxValueBytes);
    long records = 0;
    while (cursor.next()) {
      ByteBuffer payload = cursor.value();
      int length = payload.remaining();
      long hash = ValueChecksum.hash(payload, 0);
      value.clear();
      value.put(0, payload, payload.position(), length);
      ValueChecksum.seal(cursor.key(), value, length, hash);
      target.add(cursor.key(), value);
      if (++records % PROGRESS_EVERY == 0) {
        progress.accept(records);
      }
    }
    progress.accept(records);
    return records;
  }

  /** An empty folder for a store of the cell's own. */
  public OwnedFolder workFolder() throws IOException {
    return new Workspace(cache).newFolder(engine);
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
