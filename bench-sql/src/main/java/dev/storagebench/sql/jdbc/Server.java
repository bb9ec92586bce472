package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.ServerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The running server of a store, or several of them: its own, or an external one. Preparing,
 * loading and counting use {@link #admin}; measured connections come from {@link #connect} and may
 * go through a proxy.
 */
public interface Server extends AutoCloseable {

  /** Its dialect of SQL. */
  Dialect dialect();

  /** Connections to prepare, load and count; closed with the server. */
  Pool admin();

  /**
   * Opens a pool of measured connections.
   *
   * @param driver a driver's name; {@code auto} for the default one
   * @throws IllegalArgumentException if there is no such driver for this family of servers
   */
  Pool connect(String driver);

  /** Address for measured connections of other processes. */
  ExternalServer address();

  /**
   * A part of a table as the administrative connections see it; there is one unless the table is
   * sharded.
   *
   * @param admin connections to the server and the database
   * @param table the table's name there
   */
  record Part(Pool admin, String table) {}

  /** The parts of a table, which measured connections know by this name. */
  default List<Part> parts(String table) {
    return List.of(new Part(admin(), table));
  }

  /** The index of the part that contains a row. */
  default int partOf(long id) {
    return 0;
  }

  /** Options of {@code CREATE TABLE} for the measured engine and format. */
  default String tableOptions() {
    return "";
  }

  /**
   * Rejects a table that the server does not store as {@link #tableOptions} specify.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException with the actual format
   */
  default void requireFormat(String table) {}

  /** Options of {@code CREATE TABLE} for an uncompressed table. */
  default String plainTableOptions() {
    return tableOptions();
  }

  /** Completes background work on such tables; returns their bytes on disk. */
  default long settlePlain(List<String> tables, Duration atMost) {
    settle(tables, atMost);
    return bytesOnDisk(tables);
  }

  /** Rebuilds a table as {@link #tableOptions} specify, until its size on disk is final. */
  void rebuild(String table);

  /** The server that was started for the store, or the first of them; empty for an external one. */
  default Optional<ServerProcess> own() {
    return Optional.empty();
  }

  /** Whether it was started for the store: it has no other users. */
  default boolean isOwn() {
    return own().isPresent();
  }

  /** Whether it accepts bulk loads from every account. */
  default boolean loadsInBulk() {
    return isOwn();
  }

  /**
   * An external server with its settings, to be measured; an own one has been started with them.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException if it does not support those
   *     asked for, or is less durable
   */
  default Server measured(EngineSettings asked) {
    return this;
  }

  /** Settings in force, those of the default driver among them. */
  List<AppliedSetting> settings();

  /** See {@link Store#compact}; an external server is left as it is. */
  default void compact(List<String> tables) {}

  /** Completes background work on these tables. */
  Store.Settling settle(List<String> tables, Duration atMost);

  /** Reads all rows of these tables once if the storage engine may bypass the page cache. */
  default void readOnce(List<String> tables) {}

  /** Bytes on disk of the tables and their indexes. */
  long bytesOnDisk(List<String> tables);

  /** Its counters since its start, by their own names. */
  Map<String, Long> counters();

  /** Other numbers for the results. */
  default Map<String, Long> statistics(List<String> tables) {
    return Map.of();
  }

  /** The ids of its processes by name; none of an external server. */
  default Map<String, Long> processes() {
    return own().map(server -> Map.of("server", server.process().pid())).orElse(Map.of());
  }

  /** How it ended, with the end of its log; empty while it runs, and for an external server. */
  default Optional<String> death() {
    return own().flatMap(ServerProcess::death);
  }

  /** Closes the connections and stops an own server. */
  @Override
  default void close() {
    admin().close();
    own().ifPresent(ServerProcess::close);
  }
}
