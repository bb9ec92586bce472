package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An external server, whose settings are only read. */
record ExternalBackend(
    String engine,
    ExternalServer address,
    RowFormat format,
    Pool admin,
    List<AppliedSetting> settings)
    implements MysqlBackend {
  private static final List<String> FACTS =
      List.of("version", "innodb_flush_method", "innodb_page_size", "log_bin", "sync_binlog");

  /** Connects, without looking at its settings. */
  static ExternalBackend open(String engine, ExternalServer server, TableEngine tables) {
    RowFormat any = new RowFormat(tables, "", "", "");
    Pool admin = open(engine, server, server.url(), SqlEngine.DEFAULT_DRIVER);
    return new ExternalBackend(engine, server, any, admin, List.of());
  }

  /** Connects by a driver, which need not be the one that the URL is written for. */
  private static Pool open(String engine, ExternalServer server, String url, String name) {
    Driver driver = Driver.parse(name, Driver.ofUrl(url));
    return server.open(
        engine, driver.url(url), driver.report(url, server.insecurities()), Optional::empty);
  }

  @Override
  public ExternalBackend measured(EngineSettings asked) {
    Family family = Family.of(admin.value("SELECT VERSION()"));
    RowFormat stored = RowFormat.of(format.engine(), family, asked);
    List<AppliedSetting> report = new ArrayList<>(stored.report(report(asked), asked));
    String url = address.clientUrl();
    report.addAll(Driver.ofUrl(url).report(url, address.insecurities()));
    if (address.hasClientUrl()) {
      // A wrong one shows before anything is loaded.
      connect(SqlEngine.DEFAULT_DRIVER).close();
    }
    return new ExternalBackend(engine, address, stored, admin, address.credentials().scrub(report));
  }

  private SettingsReport report(EngineSettings asked) {
    TableEngine tables = format.engine();
    Map<String, String> inForce = new HashMap<>(address.urls());
    FACTS.forEach(fact -> inForce.put(fact, admin.value("SELECT @@" + fact)));
    inForce.put("cache", tables.cacheVariable);
    inForce.put("cacheBytes", admin.value("SELECT @@" + tables.cacheVariable));
    SettingsReport report =
        new SettingsReport().listed(TableEngine.class, tables.key() + "-external", asked, inForce);
    List<String> names = tables.commitVariables;
    List<String> values = admin.row("SELECT @@" + String.join(", @@", names));
    ExternalServer.reportDurability(
        report,
        asked.durability(),
        tables.durability(values),
        String.join(", ", names) + "=" + String.join(", ", values),
        "SET GLOBAL " + tables.commitSetting(asked.durability()));
    return report;
  }

  @Override
  public Pool connect(String driver) {
    return open(engine, address, address.clientUrl(), driver);
  }
}
