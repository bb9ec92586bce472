package dev.storagebench.core.store;

import static dev.storagebench.core.workspace.Workspace.STORE_FILES;
import static dev.storagebench.core.workspace.Workspace.STORE_INFO;

import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Loaded and settled stores, one folder each, named by the hash of {@link CellStore#identity}. The
 * first process that needs a store loads it; the others wait. An interrupted load is resumed if the
 * engine supports that, else it starts over.
 *
 * <p>A folder holds the engine's {@code files} and one marker: {@code store.json} if the store is
 * complete, {@code loading} from the start of the load until then. {@code in-use} marks a store
 * that is open without durability: a process that dies then may leave it torn.
 *
 * @param cache the stores are below this folder
 */
public record StoreCache(CacheFolder cache) {
  private static final String IN_USE = "in-use";
  private static final Duration MAX_SETTLE = Duration.ofMinutes(30);

  /**
   * A prepared store, locked for the caller until it is closed.
   *
   * @param info how it was loaded
   * @param fragile whether it is opened without durability
   */
  public record Lease(StoreInfo info, Path home, boolean fragile, ProcessLock lock)
      implements Closeable {

    /** The folder of the prepared store, to be copied. */
    public Path files() {
      return home.resolve(STORE_FILES);
    }

    /** The folder of the prepared store, to be opened in place and only read. */
    public Path openInPlace() throws IOException {
      if (fragile) {
        Files.writeString(home.resolve(IN_USE), "pid " + ProcessHandle.current().pid());
      }
      return files();
    }

    /** Releases the store, which has been closed cleanly. */
    @Override
    public void close() throws IOException {
      if (fragile) {
        Files.deleteIfExists(home.resolve(IN_USE));
      }
      lock.close();
    }
  }

  /** Locks a prepared store for the caller; loads it if it is not complete. */
  Lease lease(CellStore store, LongConsumer progress) throws IOException {
    String hash = DatasetCache.hash(store.identity());
    Path home =
        cache
            .stores()
            .resolve(
                "%s-%s-%s".formatted(store.engine().name(), store.settings().compression(), hash));
    Workspace.requireLocks();
    Files.createDirectories(cache.stores(), CacheFolder.PRIVATE);
    return CloseOnFailure.of(
        ProcessLock.take(OwnedFolder.lockOf(home)),
        lock -> {
          StoreInfo info = info(home);
          if (info == null || Files.exists(home.resolve(IN_USE))) {
            info = load(store, home, progress);
          }
          return new Lease(info, home, store.settings().durability() == Durability.NONE, lock);
        });
  }

  /**
   * Notes which store a description has turned out to mean, so that {@link #known} finds it without
   * loading the engine's library.
   *
   * @param description of settings and data, as far as the host knows them
   * @param code the code that loaded it
   */
  public void note(String description, String code, StoreInfo store) throws IOException {
    // One that is cut off names no store.
    Files.writeString(noteFile(description), code + "\n" + store.id());
  }

  /** The complete store of this description, as this code has {@link #note noted} it. */
  public Optional<StoreInfo> known(String description, String code) throws IOException {
    Path file = noteFile(description);
    String note = Files.exists(file) ? Files.readString(file) : "";
    if (!note.startsWith(code + "\n")) {
      return Optional.empty();
    }
    Path home = cache.stores().resolve(note.substring(code.length() + 1));
    return Files.exists(home.resolve(IN_USE)) ? Optional.empty() : Optional.ofNullable(info(home));
  }

  private Path noteFile(String description) {
    return cache.stores().resolve(DatasetCache.hash(description) + ".note");
  }

  /**
   * Whether the cache has a store of this engine with records of this number and size, whatever the
   * settings. Does not ask the engine, which would load its library.
   */
  public boolean mayHold(String engine, PackedSummary data) throws IOException {
    return CacheFolder.entries(cache.stores(), engine + "-*").stream()
        .map(StoreCache::info)
        .filter(Objects::nonNull)
        .anyMatch(
            info ->
                info.engine().equals(engine)
                    && info.records() == data.records()
                    && info.rawBytes() == data.rawBytes());
  }

  /** How the complete store in a folder was loaded; null if there is none. */
  private static @Nullable StoreInfo info(Path home) {
    Path file = home.resolve(STORE_INFO);
    try {
      return Files.exists(file)
          ? JsonMapper.shared().readValue(file.toFile(), StoreInfo.class)
          : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Loads a store into its folder; returns when it is settled, closed and complete. */
  private static StoreInfo load(CellStore target, Path home, LongConsumer progress)
      throws IOException {
    Path files = home.resolve(STORE_FILES);
    remove(target, home);
    Files.createDirectories(files);
    StoreInfo info;
    try (Store store = target.openForLoading(files)) {
      long start = System.nanoTime();
      long records;
      try (BulkLoader loader = store.loader();
          PackedCursor cursor = target.initialRecords()) {
        int maxValueBytes = target.settings().expected().maxValueBytes();
        records = CellStore.load(cursor, loader, maxValueBytes, progress);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      store.compact();
      Store.Settling settling = store.settle(MAX_SETTLE);
      info =
          new StoreInfo(
              home.getFileName().toString(),
              target.engine().name(),
              target.engineReport().version(),
              records,
              target.data().summary().rawBytes(),
              seconds,
              settling,
              store.bytesOnDisk());
    } catch (IOException | RuntimeException e) {
      try {
        // A failed load must not occupy the disk.
        remove(target, home);
      } catch (IOException | RuntimeException unreachable) {
        e.addSuppressed(unreachable);
      }
      throw e;
    }
    // Some engines sync nothing without durability, and reads would run beside the kernel's writes.
    StoreFolder.sync(files);
    Path part = home.resolve(STORE_INFO + ".part");
    Files.write(part, JsonMapper.shared().writeValueAsBytes(info));
    Files.move(part, home.resolve(STORE_INFO), StandardCopyOption.ATOMIC_MOVE);
    return info;
  }

  /** Removes the folder; what says that it is complete first, in case this is interrupted. */
  private static void remove(CellStore target, Path home) throws IOException {
    Files.deleteIfExists(home.resolve(STORE_INFO));
    if (Files.exists(home.resolve(STORE_FILES))) {
      target.engine().delete(home.resolve(STORE_FILES));
    }
    StoreFolder.delete(home);
  }
}
