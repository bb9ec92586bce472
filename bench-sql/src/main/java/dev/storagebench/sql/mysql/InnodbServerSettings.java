package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** InnoDB on a server of ours, in the words of its family. */
record InnodbServerSettings(OwnServerSettings settings, Family family, RowFormat format)
    implements ServerSettings {

  @Override
  public List<String> variables() {
    List<String> variables = new ArrayList<>(settings.variables());
    if (family == Family.MARIADB && !format.codec().isEmpty()) {
      variables.add("--innodb-compression-algorithm=" + format.codec());
      if (!format.codec().equals("zlib")) {
        // Packaged apart since MariaDB 10.7; before that the option is only unknown.
        variables.add("--loose-plugin-load-add=provider_" + format.codec());
      }
    }
    return variables;
  }

  @Override
  public List<AppliedSetting> report(Pool pool) throws SQLException {
    List<String> actual = pool.row("SELECT @@innodb_buffer_pool_size, @@innodb_flush_method");
    return settings.report(Long.parseLong(actual.get(0)), actual.get(1));
  }
}
