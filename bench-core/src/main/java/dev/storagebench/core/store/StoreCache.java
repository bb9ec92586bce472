package dev.storagebench.core.store;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.workload.SelfCheck;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Loaded and settled stores, each in a folder named by the fingerprint of its data, engine, version
 * and settings. A store is loaded once, by whoever needs it first; other processes wait for it.
 */
public final class StoreCache {
  /** Counted up when the same settings would give other files. */
  private static final int LAYOUT = 2;

  private static final String INFO = "store.json";
  private static final String IN_USE = "in-use";
  private static final String FILES = "files";
  private static final Duration SETTLE_AT_MOST = Duration.ofMinutes(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();

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
            "records " + data.summary().records() + settings.layout());
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    return engine.name()
        + "-"
        + settings.compression().name().toLowerCase(Locale.ROOT)
        + "-"
        + HexFormat.of().toHexDigits(SelfCheck.hash(bytes, 0));
  }

  /**
   * A store that holds the data, loaded now if need be, for the caller alone until the lease is
   * closed.
   *
   * @param version as {@link StorageEngine#availability} tells it
   */
  public StoreLease lease(
      StorageEngine engine,
      Availability.Available version,
      EngineSettings settings,
      PackedFile data,
      LoadProgress progress)
      throws IOException {
    String id = id(engine, version, settings, data);
    Path home = cache.stores().resolve(id);
    Files.createDirectories(cache.stores());
    ProcessLock lock = ProcessLock.take(cache.stores().resolve(id + ".lock"));
    try {
      StoreInfo info = readInfo(home);
      if (info == null || Files.exists(home.resolve(IN_USE))) {
        remove(engine, home);
        try {
          info = load(engine, version.version(), settings, data, id, home, progress);
        } catch (IOException | RuntimeException e) {
          // What a failed load leaves would take the room that others need.
          remove(engine, home);
          throw e;
        }
      }
      // Whoever dies while it has such a store open may leave it torn.
      boolean fragile = settings.durability() == Durability.NONE;
      return new StoreLease(info, home.resolve(FILES), fragile ? home.resolve(IN_USE) : null, lock);
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
        StoreInfo info = readInfo(home);
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

  private static @Nullable StoreInfo readInfo(Path home) throws IOException {
    Path file = home.resolve(INFO);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return JSON.readValue(file.toFile(), StoreInfo.class);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static void remove(StorageEngine engine, Path home) throws IOException {
    if (Files.exists(home.resolve(FILES))) {
      engine.delete(home.resolve(FILES));
    }
    StoreFolder.delete(home);
  }

  private static StoreInfo load(
      StorageEngine engine,
      String engineVersion,
      EngineSettings settings,
      PackedFile data,
      String id,
      Path home,
      LoadProgress progress)
      throws IOException {
    Path files = Files.createDirectories(home.resolve(FILES));
    StoreInfo info;
    try (Store store = engine.open(files, settings.forLoading())) {
      long start = System.nanoTime();
      long records;
      try (PackedCursor cursor = data.cursor();
          BulkLoader loader = store.loader()) {
        records = StoreLoader.load(cursor, loader, settings.expected().maxValueBytes(), progress);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      Store.Settling settling = store.settle(SETTLE_AT_MOST);
      info =
          new StoreInfo(
              id,
              engine.name(),
              engineVersion,
              records,
              data.summary().rawBytes(),
              seconds,
              settling,
              store.bytesOnDisk());
    }
    Path part = home.resolve(INFO + ".part");
    JSON.writeValue(part.toFile(), info);
    Files.move(part, home.resolve(INFO), StandardCopyOption.ATOMIC_MOVE);
    return info;
  }
}
