package dev.storagebench.core.store;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.DatabaseEngine;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Engine, data and cache of one cell, from which its stores are had. */
public final class CellStores implements AutoCloseable {
  private final CacheFolder cache;
  private final StorageEngine engine;
  private final Availability.Available version;
  private final PackedFile data;
  private final ResolvedSettings fitted;
  private final String tables;

  private CellStores(
      CacheFolder cache,
      StorageEngine engine,
      Availability.Available version,
      PackedFile data,
      ResolvedSettings fitted,
      String tables) {
    this.cache = cache;
    this.engine = engine;
    this.version = version;
    this.data = data;
    this.fitted = fitted;
    this.tables = tables;
  }

  /**
   * Finds the engine and opens the data, packing it if nobody has yet.
   *
   * @param writes whether the cell writes, so that a promise matters
   * @throws UnsupportedSettingException if the engine cannot run on this machine, or lacks what is
   *     asked for
   * @throws dev.storagebench.datasets.BadInputException if the data cannot be read
   */
  public static CellStores of(CellSettings settings, boolean writes) throws IOException {
    CacheFolder cache = CacheFolder.current();
    StorageEngine engine = Engines.of(settings.candidate());
    Availability.Available version =
        Engines.availability(settings.candidate()).orThrow(engine.name());
    PackedFile data = PackedFile.open(packed(settings, cache, PackingProgress.NONE));
    try {
      EngineSettings asked = settings.engineSettings(data.summary(), engine.capabilities());
      EngineSettings resolved = asked.withOptions(engine.resolve(asked.options()));
      ResolvedSettings fitted = ResolvedSettings.of(engine, resolved, settings.nearest(), writes);
      return new CellStores(cache, engine, version, data, fitted, settings.table());
    } catch (RuntimeException e) {
      data.close();
      throw e;
    }
  }

  /**
   * The packed file of the cell's data set, packed now if need be; {@value PackedFormat#NAME} names
   * one that is there already.
   */
  public static Path packed(CellSettings settings, CacheFolder cache, PackingProgress progress)
      throws IOException {
    if (settings.dataset().format().equals(PackedFormat.NAME)) {
      return Path.of(settings.dataset().argument());
    }
    ReadOptions reading = settings.skipBad() ? ReadOptions.LENIENT : ReadOptions.STRICT;
    return new DatasetCache(cache.data()).obtain(settings.dataset(), reading, progress);
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

  /** What the engine is opened with. */
  public EngineSettings settings() {
    return fitted.settings();
  }

  /** What the engine did with its settings, and where they are not those that were asked for. */
  public List<AppliedSetting> report(Store open) {
    return fitted.report(open.settings());
  }

  /** The prepared store, loaded now if need be; see {@link StoreCache#lease}. */
  public StoreLease lease(LoadProgress progress) throws IOException {
    return new StoreCache(cache).lease(engine, version, settings(), tables, data, progress);
  }

  /** Opens the cell's store in a folder. */
  public Store open(Path folder) {
    return open(engine, folder, settings(), tables);
  }

  /**
   * Opens a store.
   *
   * @param tables the layout of a database's tables; empty for a store of keys and values
   * @throws UnsupportedSettingException if the engine has no tables
   */
  public static Store open(
      StorageEngine engine, Path folder, EngineSettings settings, String tables) {
    if (tables.isEmpty()) {
      return engine.open(folder, settings);
    }
    if (engine instanceof DatabaseEngine database) {
      return database.openDatabase(folder, settings, tables);
    }
    throw new UnsupportedSettingException(
        "%s has no SQL tables (table=%s); a SQL engine such as mysql has"
            .formatted(engine.name(), tables));
  }

  /** An empty folder for a store of the cell's own. */
  public Path workFolder() throws IOException {
    return WorkFolder.create(cache, engine);
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
