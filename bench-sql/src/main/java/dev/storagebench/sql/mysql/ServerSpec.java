package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import dev.storagebench.sql.server.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to start the server of a store.
 *
 * @param settings with the candidate's options resolved
 */
record ServerSpec(String engine, ServerInstall install, RowFormat format, EngineSettings settings) {

  private List<AppliedSetting> fixed() {
    return new SettingsReport()
        .listed(ServerSpec.class, format.engine().key() + "-variables", null, Map.of())
        .settings();
  }

  /**
   * How to run it.
   *
   * @param launcher prefix of its command line, which puts it under a memory limit
   */
  ServerOptions options(List<String> launcher) {
    List<String> variables = new ArrayList<>(format.engine().variables(this));
    fixed()
        .forEach(each -> variables.add("--" + each.name().replace('_', '-') + "=" + each.value()));
    variables.add("--max-connections=" + (Pool.MAX_CONNECTIONS + 12));
    List<String> all = ServerVariables.commandLine(variables, settings.options());
    all.add("--local-infile=1");
    return ServerOptions.of(all).withLauncher(launcher);
  }

  /** The driver of measured connections unless their cell names another. */
  Driver driver() {
    return install.family() == Family.MARIADB ? Driver.MARIADB : Driver.CONNECTOR_J;
  }

  /** Settings in force on the running server. */
  List<AppliedSetting> report(Pool admin) {
    TableEngine tables = format.engine();
    SettingsReport report =
        new SettingsReport()
            .listed(ServerSpec.class, tables.key(), settings, tables.inForce(this, admin));
    fixed().forEach(each -> report.own(each.name(), each.value(), each.reason()));
    SqlEngine.reportMemory(report, settings);
    report.own("table", format.options(), "options of CREATE TABLE");
    return ServerVariables.report(format.report(report, settings), settings.options(), admin);
  }
}
