package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens, copies and drops stores that are tables on somebody else's server. */
final class ExternalStore {

  private ExternalStore() {}

  static Store open(Path folder, ExternalServer server, StorageKind kind, EngineSettings asked)
      throws IOException {
    Pool pool = server.connect();
    try {
      List<AppliedSetting> report = new ArrayList<>(ExternalSettings.check(pool, asked));
      RowFormat format = format(pool, kind, asked);
      report = new ArrayList<>(format.report(report, asked.options()));
      report.addAll(server.driver().report());
      Table table =
          ExternalTable.isNotedIn(folder)
              ? ExternalTable.noted(folder, server)
              : ExternalTable.note(folder, server);
      if (!asked.layout().isEmpty()) {
        return tables(pool, table, server, kind, format, asked, report);
      }
      pool.run(List.of(table.create(format)));
      return new MysqlStore(pool, table, kind, List.copyOf(report), Optional.empty());
    } catch (SQLException e) {
      pool.close();
      throw SqlFailure.of("open", e);
    } catch (IOException | RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private static RowFormat format(Pool pool, StorageKind kind, EngineSettings asked)
      throws SQLException {
    String version = pool.row("SELECT VERSION()").get(0);
    return RowFormat.of(kind, ServerInstall.Family.of(version), asked);
  }

  private static Store tables(
      Pool pool,
      Table base,
      ExternalServer server,
      StorageKind kind,
      RowFormat format,
      EngineSettings asked,
      List<AppliedSetting> report) {
    Layout layout = Layout.parse(asked.layout());
    TableStore store =
        new TableStore(
            pool,
            layout,
            layout.names(base.name() + "_").stream().map(Table::new).toList(),
            asked.expected().records(),
            server,
            kind,
            format,
            false,
            List.copyOf(report),
            Optional.empty());
    store.create();
    return store;
  }

  /** The store's tables: one for keys and values, or those of a layout, which its name begins. */
  private static List<String> tablesOf(Table base, Pool pool) {
    try {
      return pool
          .names(
              "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                  + " AND table_name REGEXP '^%s(_[0-9]+)?$'".formatted(base.name()))
          .stream()
          .map(name -> name.substring(base.name().length()))
          .toList();
    } catch (SQLException e) {
      throw SqlFailure.of("looking for tables", e);
    }
  }

  static void copy(Path from, Path to, ExternalServer server) throws IOException {
    Table original = ExternalTable.noted(from, server);
    Files.createDirectories(to);
    Table copy = ExternalTable.note(to, server);
    try (Pool pool = server.connect()) {
      for (String suffix : tablesOf(original, pool)) {
        Table one = new Table(original.name() + suffix);
        Table other = new Table(copy.name() + suffix);
        pool.run(List.of(other.createLike(one), other.fillFrom(one)));
      }
    }
  }

  static void drop(Path folder, ExternalServer server) throws IOException {
    Table table = ExternalTable.noted(folder, server);
    try (Pool pool = server.connect()) {
      for (String suffix : tablesOf(table, pool)) {
        pool.run(List.of(new Table(table.name() + suffix).drop()));
      }
    }
  }
}
