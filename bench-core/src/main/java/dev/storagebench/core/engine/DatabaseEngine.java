package dev.storagebench.core.engine;

import java.nio.file.Path;

/** An engine that keeps records as rows of SQL tables, too. */
public interface DatabaseEngine extends StorageEngine {

  /**
   * Opens a database in a folder, or creates one in an empty folder.
   *
   * @param folder as in {@link #open}
   * @param settings what to open it with
   * @param tables the layout of the tables, as the command line names it
   * @throws EngineException if the engine refuses
   * @throws UnsupportedSettingException if the engine cannot do what a setting demands
   * @throws IllegalArgumentException if there is no such layout
   */
  Store openDatabase(Path folder, EngineSettings settings, String tables);
}
