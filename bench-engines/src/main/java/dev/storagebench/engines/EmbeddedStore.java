package dev.storagebench.engines;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A store of an embedded engine: the report of its settings and the form of its errors. */
public abstract class EmbeddedStore extends FolderStore {
  private static final int BATCH_RECORDS = 10_000;

  /** The engine's name. */
  protected final String engine;

  /** How the settings were applied. */
  protected final SettingsReport report;

  private final long batchBytes;
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();

  /**
   * A store in a folder.
   *
   * @param inForce what {@code settings.txt} leaves open, see {@link SettingsReport#listed}; the
   *     candidate's own options are added to the report, and the adapter may add what it learns
   *     from the open store
   * @param batchBytes the size of the batches that its loader commits; 0 for single puts
   */
  protected EmbeddedStore(
      String engine, Path folder, EngineSettings asked, Map<String, ?> inForce, long batchBytes) {
    super(folder);
    this.batchBytes = batchBytes;
    this.engine = engine;
    this.report =
        new SettingsReport()
            .listed(EmbeddedStore.class, engine, asked, inForce)
            .candidate(asked.options());
  }

  /**
   * The value of a candidate's option that has only a few.
   *
   * @throws EngineException if it is none of these, which the message lists
   */
  public static String choice(
      String engine, EngineSettings asked, String option, String byDefault, List<String> valid) {
    String value = asked.options().getOrDefault(option, byDefault);
    if (!valid.contains(value)) {
      throw EngineException.refused(engine, option, "expected " + String.join(" or ", valid), null);
    }
    return value;
  }

  /** An error of the engine: "rocksdb: cannot put: No space left on device". */
  public EngineException failure(String operation, Exception cause) {
    return EngineException.cannot(engine, operation, cause);
  }

  /** Calls the engine; its exceptions become a {@link #failure}. */
  protected final <T> T attempt(String operation, Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw failure(operation, e);
    }
  }

  /**
   * Settles the store, see {@link #settle}.
   *
   * @throws Exception the engine's own
   */
  protected abstract Settling settleStore(Duration atMost) throws Exception;

  /** Closes a handle when the store is closed; all of them in reverse order. */
  protected final <T extends AutoCloseable> T own(T handle) {
    owned.push(handle);
    return handle;
  }

  /**
   * Closes all handles that the store owns, the last one first.
   *
   * @throws Exception the engine's own
   */
  protected void closeStore() throws Exception {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }

  @Override
  public final Settling settle(Duration atMost) {
    return attempt("settle", () -> settleStore(atMost));
  }

  @Override
  public final void close() {
    attempt(
        "close " + folder,
        () -> {
          closeStore();
          return engine;
        });
  }

  @Override
  public BulkLoader loader() {
    if (batchBytes == 0) {
      return super.loader();
    }
    Session session = session();
    return BulkLoader.over(session, loadBatch(session), BATCH_RECORDS, batchBytes);
  }

  /** The batch that a loader fills again and again. */
  protected Batch loadBatch(Session session) {
    return session.batch();
  }

  @Override
  public final List<AppliedSetting> settings() {
    return report.settings();
  }
}
