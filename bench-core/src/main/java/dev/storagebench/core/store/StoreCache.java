package dev.storagebench.core.store;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Loaded and settled stores, each in a folder named by the fingerprint of its data, engine, version
 * and settings. A store is loaded once, by whoever needs it first; other processes wait for it. One
 * whose load was cut off is loaded on where its engine can do that, else anew.
 */
public final class StoreCache {
  /** Counted up when the same settings would give other files. */
  private static final int LAYOUT = 3;

  private static final String IN_USE = "in-use";

  private final CacheFolder cache;

  /** Stores below this folder. */
  public StoreCache(CacheFolder cache) {
    this.cache = cache;
  }

  /**
   * The fingerprint of a store. Neither the cache's size nor the durability is in it: every store
   * is loaded without durability, then settled, and opened with whatever a cell asks for.
   */
  static String id(
      StorageEngine engine,
      Availability.Available version,
      EngineSettings settings,
      String tables,
      PackedFile data) {
    String text =
        String.join(
            "|",
            "layout " + LAYOUT + "." + engine.storeRevision(),
            version.version(),
            version.library(),
            settings.compression().name(),
            "write buffer " + settings.writeBufferBytes(),
            "block " + settings.blockBytes(),
            "bloom " + settings.bloomBitsPerKey(),
            data.summary().digest(),
            "records " + data.summary().records() + tables,
            new TreeMap<>(engine.storeOptions(settings.options())).toString());
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    return engine.name()
        + "-"
        + settings.compression().name().toLowerCase(Locale.ROOT)
        + "-"
        + HexFormat.of().toHexDigits(ValueChecksum.hash(bytes, 0));
  }

  /**
   * A store that holds the data, loaded now if need be, for the caller alone until the lease is
   * closed.
   *
   * @param version as {@link StorageEngine#availability} tells it
   * @param tables the layout of a database's tables; empty for a store of keys and values
   */
  public StoreLease lease(
      StorageEngine engine,
      Availability.Available version,
      EngineSettings settings,
      String tables,
      PackedFile data,
      LoadProgress progress)
      throws IOException {
    String id = id(engine, version, settings, tables, data);
    Path home = cache.stores().resolve(id);
    Files.createDirectories(cache.stores());
    ProcessLock lock = ProcessLock.take(cache.stores().resolve(id + ".lock"));
    try {
      StoreHome place = new StoreHome(engine, home);
      StoreInfo info = place.info();
      if (info == null || Files.exists(home.resolve(IN_USE))) {
        info =
            new StoreLoad(engine, version.version(), settings, tables, data, id, place, progress)
                .run();
      }
      // Whoever dies while it has such a store open may leave it torn.
      boolean fragile = settings.durability() == Durability.NONE;
      return new StoreLease(info, place.files(), fragile ? home.resolve(IN_USE) : null, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Whether a store of this engine with so many records of these sizes is here, whatever its
   * settings: an engine need not be asked, which would load its library.
   */
  public boolean mayHold(String engine, PackedSummary data) throws IOException {
    if (!Files.isDirectory(cache.stores())) {
      return false;
    }
    try (DirectoryStream<Path> homes = Files.newDirectoryStream(cache.stores(), engine + "-*")) {
      for (Path home : homes) {
        StoreInfo info = StoreHome.infoIn(home);
        if (info != null
            && info.engine().equals(engine)
            && info.records() == data.records()
            && info.rawBytes() == data.rawBytes()) {
          return true;
        }
      }
    }
    return false;
  }
}
