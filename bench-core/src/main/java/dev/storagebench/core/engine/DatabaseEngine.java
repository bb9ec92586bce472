package dev.storagebench.core.engine;

import java.nio.file.Path;
import java.util.Map;

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

  /**
   * Connects to the tables of a store that another process has opened. It creates, copies, settles
   * and drops nothing; its {@link Store#stats} are the statements that it has sent, by the names of
   * the server's counters.
   *
   * @param address of that store; see {@link ServerStore#address}
   * @param settings with which it was opened
   * @param tables the layout of the tables; empty for keys and values
   * @throws EngineException if it cannot be reached
   */
  Store attach(Map<String, String> address, EngineSettings settings, String tables);
}
