package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Pool;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Compares what is asked for with what a server, which is not ours to change, has. */
final class ExternalSettings {

  private ExternalSettings() {}

  /**
   * What became of each setting.
   *
   * @throws UnsupportedSettingException if the server promises less than is asked for
   */
  static List<AppliedSetting> check(Pool pool, EngineSettings asked) throws SQLException {
    List<String> server =
        pool.row(
            "SELECT @@innodb_buffer_pool_size, @@innodb_flush_log_at_trx_commit, @@version,"
                + " @@innodb_flush_method, @@innodb_page_size, @@log_bin, @@sync_binlog");
    List<AppliedSetting> report = new ArrayList<>();
    report.add(
        new AppliedSetting(
            "cacheBytes",
            server.get(0),
            server.get(0).equals(Long.toString(asked.cacheBytes())) ? Role.HONOURED : Role.IGNORED,
            "innodb_buffer_pool_size of a server that is not ours to set"));
    report.addAll(OwnServerSettings.alike(asked));
    report.add(durability(asked.durability(), server.get(1)));
    report.add(fact("version", server.get(2)));
    report.add(fact("innodb_flush_method", server.get(3)));
    report.add(fact("innodb_page_size", server.get(4)));
    report.add(fact("log_bin", server.get(5)));
    report.add(fact("sync_binlog", server.get(6)));
    return report;
  }

  private static AppliedSetting fact(String name, String value) {
    return new AppliedSetting(name, value, Role.OWN, "as the server has it");
  }

  private static AppliedSetting durability(Durability asked, String flushLogAtCommit) {
    Durability actual =
        switch (flushLogAtCommit) {
          case "0" -> Durability.NONE;
          case "2" -> Durability.PROCESS;
          // MariaDB's 3 flushes even more often than 1.
          default -> Durability.SYNC;
        };
    if (actual.compareTo(asked) < 0) {
      int wanted = OwnServerSettings.flushLogAtCommit(asked);
      throw new UnsupportedSettingException(
          "durability %s needs a server with innodb_flush_log_at_trx_commit=%d, this one has %s; its administrator can run: SET GLOBAL innodb_flush_log_at_trx_commit = %d"
              .formatted(asked, wanted, flushLogAtCommit, wanted));
    }
    return new AppliedSetting(
        "durability",
        actual.name(),
        actual == asked ? Role.HONOURED : Role.REPLACED,
        "innodb_flush_log_at_trx_commit=%s of a server that is not ours to set"
            .formatted(flushLogAtCommit));
  }
}
