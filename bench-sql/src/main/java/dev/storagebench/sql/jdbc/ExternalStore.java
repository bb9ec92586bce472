package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Store;
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

  static Store open(Path folder, ExternalServer server, EngineSettings asked) throws IOException {
    Pool pool = server.connect();
    try {
      List<AppliedSetting> report = new ArrayList<>(ExternalSettings.check(pool, asked));
      report.addAll(server.driver().report());
      Table table =
          ExternalTable.isNotedIn(folder)
              ? ExternalTable.noted(folder, server)
              : ExternalTable.note(folder, server);
      pool.run(List.of(table.create()));
      return new MysqlStore(pool, table, List.copyOf(report), Optional.empty());
    } catch (SQLException e) {
      pool.close();
      throw SqlFailure.of("open", e);
    } catch (IOException | RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  static void copy(Path from, Path to, ExternalServer server) throws IOException {
    Table original = ExternalTable.noted(from, server);
    Files.createDirectories(to);
    Table copy = ExternalTable.note(to, server);
    try (Pool pool = server.connect()) {
      pool.run(List.of(copy.createLike(original), copy.fillFrom(original)));
    }
  }

  static void drop(Path folder, ExternalServer server) throws IOException {
    Table table = ExternalTable.noted(folder, server);
    try (Pool pool = server.connect()) {
      pool.run(List.of(table.drop()));
    }
  }
}
