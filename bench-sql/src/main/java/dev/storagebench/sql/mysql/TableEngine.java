package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A storage engine inside a server: its settings, row formats, sizes, and when it is idle. */
abstract sealed class TableEngine permits InnoDb, MyRocks {
  /** Memory of a connection: its thread, buffers and statements. */
  static final long CONNECTION_BYTES = 1L << 20;

  /** Its name in {@code information_schema.engines}. */
  final String sqlName;

  /** How it divides a memory limit. */
  final ServerMemory memory;

  /** The server variable with the size of the cache. */
  final String cacheVariable;

  /** The server variables that decide what survives once a commit has returned. */
  final List<String> commitVariables;

  TableEngine(
      String sqlName, ServerMemory memory, String cacheVariable, List<String> commitVariables) {
    this.sqlName = sqlName;
    this.memory = memory;
    this.cacheVariable = cacheVariable;
    this.commitVariables = commitVariables;
  }

  /** Its name in {@code settings.txt}. */
  final String key() {
    return sqlName.toLowerCase(Locale.ROOT);
  }

  /** The names of its row formats; InnoDB also has one without a name. */
  abstract List<String> formats(Family family);

  /**
   * A row format.
   *
   * @param name as candidates write it; empty for the default
   * @param compression the codec requested of all engines
   */
  abstract RowFormat format(Family family, String name, Compression compression);

  /** Options of mysqld that follow from the settings. */
  abstract List<String> variables(ServerSpec spec);

  /** Values of a running server of our own that {@code settings.txt} leaves open. */
  abstract Map<String, ?> inForce(ServerSpec spec, Pool pool);

  /** Durability with these values of {@link #commitVariables}. */
  abstract Durability durability(List<String> values);

  /** Setting for a durability, as {@code name = value}. */
  abstract String commitSetting(Durability durability);

  /**
   * Completes background work.
   *
   * @param own whether the server was started for the store, without other users
   */
  abstract Settling settle(Pool pool, List<String> tables, Duration atMost, boolean own);

  /** Statements that {@link dev.storagebench.core.engine.Store#compact} is made of. */
  List<String> afterLoading() {
    return List.of();
  }

  /** Reads all rows once if the engine may bypass the page cache. */
  void readOnce(Pool pool, List<String> tables) {}

  /** Bytes on disk of the tables. */
  abstract long bytesOnDisk(Pool pool, List<String> tables, Optional<ServerProcess> server);

  /**
   * The name of the format in which a table is stored; empty if unknown. It may differ from the
   * requested one: servers replace what they do not support, with no more than a warning.
   */
  Optional<String> storedFormat(Pool pool, String table) {
    List<String> found = info(pool, table, "engine, row_format, create_options");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return found.get(0).equalsIgnoreCase(sqlName)
        ? storedFormat(pool, table, found.get(1), found.get(2))
        : Optional.of(found.get(0));
  }

  /**
   * Format of a stored table of this engine.
   *
   * @param created the options it was created with
   */
  abstract Optional<String> storedFormat(Pool pool, String table, String rowFormat, String created);

  /** Statements before a table is rebuilt. */
  List<String> beforeRebuild() {
    return List.of();
  }

  /** Statements that write a rebuilt table, so that its size on disk is final. */
  List<String> afterRebuild(String table) {
    return afterLoading();
  }

  /** Columns of a table's row in {@code information_schema.tables}; empty if there is none. */
  static List<String> info(Pool pool, String table, String columns) {
    return pool.row(
        "SELECT %s FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '%s'"
            .formatted(columns, table));
  }
}
