package dev.storagebench.core.store;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.engine.WrongContentException;
import dev.storagebench.core.store.StoreInfo.CutOff;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The load of one store, which goes on where an earlier one was cut off if its engine can. */
record StoreLoad(
    StorageEngine engine,
    String engineVersion,
    EngineSettings settings,
    String tables,
    PackedFile data,
    String id,
    StoreHome place,
    LoadProgress progress) {
  private static final Duration MAX_SETTLE = Duration.ofMinutes(30);

  /** Loads, and returns once the store is closed and complete. */
  StoreInfo run() throws IOException {
    String whyAnew = null;
    if (engine.resumesLoads() && place.isLoading()) {
      Store left = null;
      try {
        left = open();
      } catch (EngineException e) {
        whyAnew = "what was left does not open: " + e.getMessage();
      }
      if (left != null) {
        try {
          return fill(left, true, null);
        } catch (WrongContentException e) {
          whyAnew = e.getMessage();
        }
      }
    }
    place.begin();
    Store store;
    try {
      store = open();
    } catch (RuntimeException e) {
      place.remove();
      throw e;
    }
    return fill(store, false, whyAnew);
  }

  private Store open() {
    EngineSettings loading =
        settings.forLoading().withOptions(engine.storeOptions(settings.options()));
    return CellStores.open(engine, place.files(), loading, tables);
  }

  /** Fills and closes a store. */
  private StoreInfo fill(Store opened, boolean resumes, @Nullable String whyAnew)
      throws IOException {
    StoreInfo info;
    try (Store store = opened) {
      info = load(store, resumes, whyAnew);
    } catch (UnsupportedSettingException | WrongContentException e) {
      place.remove();
      throw e;
    } catch (EngineException e) {
      if (engine.resumesLoads()) {
        throw new EngineException(
            "%s; what was loaded until then stays in %s, the next run goes on from there"
                .formatted(e.getMessage(), place.home()),
            e);
      }
      place.remove();
      throw e;
    } catch (IOException | RuntimeException e) {
      // What a failed load leaves would take the room that others need.
      place.remove();
      throw e;
    }
    place.complete(info);
    return info;
  }

  private StoreInfo load(Store store, boolean resumes, @Nullable String whyAnew)
      throws IOException {
    long start = System.nanoTime();
    BulkLoader loader = resumes ? store.resumedLoader() : store.loader();
    long records;
    try (loader;
        PackedCursor cursor = data.cursor()) {
      records = StoreLoader.load(cursor, loader, settings.expected().maxValueBytes(), progress);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Store.Settling settling = store.settle(MAX_SETTLE);
    return new StoreInfo(
        id,
        engine.name(),
        engineVersion,
        records,
        data.summary().rawBytes(),
        seconds,
        settling,
        store.bytesOnDisk(),
        resumes || whyAnew != null ? new CutOff(loader.found(), whyAnew) : null);
  }
}
