package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The running server of a store, or several of them: started for it, or somebody else's. Those who
 * prepare, load and count connect by {@link #admin}; those who measure by {@link #connect}, which
 * may lead through a proxy.
 */
public interface Server extends AutoCloseable {

  /** SQL as it speaks it. */
  Dialect dialect();

  /** Connections that prepare, load and count; closed with the server. */
  Pool admin();

  /**
   * Opens connections to measure with.
   *
   * @param driver a driver's name; {@code auto} for the default one
   * @throws IllegalArgumentException if there is no such driver for this family of servers
   */
  Pool connect(String driver);

  /**
   * Where the rows of a table are, as those who prepare, load and count see it; one place unless
   * the table is sharded.
   *
   * @param admin connections to the server and the database
   * @param table the table's name there
   */
  record Part(Pool admin, Table table) {}

  /** The parts of a table, by the name that those who measure know it by. */
  default List<Part> parts(Table table) {
    return List.of(new Part(admin(), table));
  }

  /** In which of its parts a table's row is. */
  default int partOf(long id) {
    return 0;
  }

  /** What creates a table in the engine and format that are measured. */
  String tableOptions();

  /**
   * Refuses a table that the server does not store as {@link #tableOptions} say.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException with what it does instead
   */
  void requireFormat(Table table);

  /** What creates a table that nothing compresses. */
  String plainTableOptions();

  /** Brings work on such tables to an end; returns the bytes that the disk holds for them. */
  long settlePlain(List<Table> tables, Duration atMost);

  /** Rebuilds a table as {@link #tableOptions} say, until its size on the disk is final. */
  void rebuild(Table table);

  /** Whether {@link Dialect#batch} may load in bulk. */
  boolean supportsBulkLoad();

  /** Whether it is ours, on this machine, and has no other users. */
  boolean isOwn();

  /** What became of each setting, those of the default driver among them. */
  List<AppliedSetting> settings();

  /** Brings background work on these tables to an end. */
  Store.Settling settle(List<Table> tables, Duration atMost);

  /** Bytes that the disk holds for the tables and their indexes. */
  long bytesOnDisk(List<Table> tables);

  /** Counters since its start, by the server's own names. */
  Map<String, Long> counters();

  /** More of its numbers that are worth keeping with a result. */
  Map<String, Long> statistics(List<Table> tables);

  /** Its processes on this machine, by name; none of somebody else's. */
  Map<String, Long> processes();

  /** Why it is gone, with the end of its log; empty if it is not, or is not ours. */
  Optional<String> death();

  /** Closes the connections, and stops what is ours. */
  @Override
  void close();
}
