package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An open database. */
final class CStore extends FolderStore {
  private final String engine;
  private final CApiDialect family;
  private final CommonCalls calls;
  private final Handles handles = new Handles();
  private final long db;
  private final long writeOptions;
  private final List<AppliedSetting> settings;

  CStore(String engine, Path folder, CApiDialect family, EngineSettings asked) {
    super(folder);
    this.engine = engine;
    this.family = family;
    this.calls = family.calls();
    SettingsReport report = new SettingsReport();
    family.report(asked, report);
    this.settings = report.candidate(asked.options()).settings();
    try (OutParams results = new OutParams(engine, calls)) {
      long options = handles.own(calls.optionsCreate(), calls::optionsDestroy);
      calls.optionsSetCreateIfMissing(options, (byte) 1);
      calls.optionsSetWriteBufferSize(options, asked.writeBufferBytes());
      calls.optionsSetCompression(options, CApiDialect.codec(asked.compression()));
      family.configure(options, asked, handles);
      Map<String, String> own = SystemLibrary.engineOptions(asked.options());
      options = family.withOptions(options, own, handles, results);
      this.writeOptions = handles.own(calls.writeoptionsCreate(), calls::writeoptionsDestroy);
      family.promise(writeOptions, asked.durability());
      this.db = calls.open(options, folder.toString(), results.error());
      results.check("open " + folder);
      handles.own(db, calls::close);
    } catch (EngineException e) {
      handles.close();
      throw e;
    }
  }

  long db() {
    return db;
  }

  /** A property's value; empty if the library has no such property. */
  Optional<String> property(String name) {
    try (OutParams results = new OutParams(engine, calls)) {
      long value = calls.propertyValue(db, name);
      return value == 0 ? Optional.empty() : Optional.of(results.text(value));
    }
  }

  @Override
  public Session session() {
    return new CSession(engine, family, db, writeOptions);
  }

  @Override
  public BulkLoader loader() {
    return new CLoader(engine, calls, db, writeOptions);
  }

  @Override
  public Settling settle(Duration atMost) {
    return family.settle(this, atMost);
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    Map<String, Long> stats = new TreeMap<>();
    for (String name : family.properties()) {
      property(name).ifPresent(value -> stats.put(name, Long.valueOf(value)));
    }
    return stats;
  }

  @Override
  public void close() {
    handles.close();
  }
}
