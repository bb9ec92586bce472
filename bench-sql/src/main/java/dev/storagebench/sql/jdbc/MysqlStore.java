package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.MysqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A table on a server.
 *
 * @param kind the engine that has it
 * @param server the server, if it is this store's own: it ends with the store
 */
record MysqlStore(
    Pool pool,
    Table table,
    StorageKind kind,
    List<AppliedSetting> settings,
    Optional<MysqlServer> server)
    implements Store {

  private static final String COUNTERS =
      "SHOW GLOBAL STATUS WHERE variable_name IN ('Innodb_buffer_pool_read_requests',"
          + " 'Innodb_buffer_pool_reads', 'Innodb_buffer_pool_pages_dirty',"
          + " 'Innodb_buffer_pool_pages_flushed', 'Innodb_data_read', 'Innodb_data_written',"
          + " 'Innodb_data_fsyncs', 'Innodb_dblwr_writes', 'Innodb_os_log_written',"
          + " 'Innodb_os_log_fsyncs', 'Innodb_pages_created', 'Innodb_rows_read',"
          + " 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted')";

  @Override
  public Session session() {
    try {
      return new MysqlSession(pool.connection(), table);
    } catch (SQLException e) {
      throw SqlFailure.of("prepare", e);
    }
  }

  @Override
  public BulkLoader loader() {
    return loader(null);
  }

  @Override
  public BulkLoader resumedLoader() {
    return loader(new LoadedRecords(pool, table));
  }

  private BulkLoader loader(@Nullable LoadedRecords earlier) {
    try {
      return new MultiRowLoader(pool.connection(), table, earlier);
    } catch (SQLException e) {
      throw SqlFailure.of("prepare", e);
    }
  }

  @Override
  public Settling settle(Duration atMost) {
    return kind.settle(pool, List.of(table), atMost, server.isPresent());
  }

  /** The table's file, which holds its index too; not the server's logs and system tables. */
  @Override
  public long bytesOnDisk() {
    return kind.bytesOnDisk(pool, List.of(table), server);
  }

  @Override
  public Map<String, Long> stats() {
    try {
      return pool.numbers(COUNTERS);
    } catch (SQLException e) {
      throw SqlFailure.of("SHOW GLOBAL STATUS", e);
    }
  }

  @Override
  public OptionalLong serverPid() {
    return server.map(own -> OptionalLong.of(own.process().pid())).orElse(OptionalLong.empty());
  }

  @Override
  public void close() {
    pool.close();
    server.ifPresent(MysqlServer::close);
  }
}
