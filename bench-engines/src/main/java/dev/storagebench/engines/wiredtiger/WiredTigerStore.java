package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An open WiredTiger database with its one table. */
final class WiredTigerStore extends FolderStore {
  static final String TABLE = "table:records";

  private final WiredTigerLibrary library;
  private final long connection;
  private final long session;
  private final List<AppliedSetting> settings;

  WiredTigerStore(
      Path folder, WiredTigerLibrary library, EngineSettings asked, Optional<Path> codec) {
    super(folder);
    this.library = library;
    WiredTigerOptions options = new WiredTigerOptions(asked, codec);
    this.settings = options.report();
    this.connection = library.open(folder, options.connection());
    try {
      this.session = library.openSession(connection);
      library.create(session, TABLE, options.table());
    } catch (EngineException e) {
      close();
      throw e;
    }
  }

  @Override
  public Session session() {
    return new WiredTigerSession(library, connection);
  }

  /**
   * A checkpoint writes all changes and returns when they are on stable storage. What may go on
   * then is eviction, which only frees memory once nothing is changed any more.
   */
  @Override
  public Settling settle(Duration atMost) {
    long start = System.nanoTime();
    long method = WiredTigerLibrary.method(session, library.layout().checkpoint());
    library.check("checkpoint", WiredTigerLibrary.call(method, session, 0));
    return new Settling(
        true,
        Duration.ofNanos(System.nanoTime() - start),
        "WT_SESSION.checkpoint, which returns when all is written; nothing is left to compact");
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public void close() {
    long method = WiredTigerLibrary.method(connection, library.layout().connectionClose());
    library.check("close " + folder, WiredTigerLibrary.call(method, connection, 0));
  }
}
