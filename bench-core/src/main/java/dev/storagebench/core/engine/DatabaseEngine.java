package dev.storagebench.core.engine;

import java.nio.file.Path;

/** An engine that can also store records as rows of SQL tables. */
public interface DatabaseEngine extends StorageEngine {

  /**
   * Opens a database in a folder, or creates one in an empty folder.
   *
   * @param folder as in {@link #open}
   * @param settings what to open it with
   * @param tables the layout of the tables, by its name on the command line
   * @throws EngineException if the engine fails
   * @throws UnsupportedSettingException if the engine does not support a setting
   * @throws IllegalArgumentException if the layout is unknown
   */
  Store openDatabase(Path folder, EngineSettings settings, String tables);
}
