package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.sql.jdbc.Pool;
import java.sql.SQLException;
import java.util.List;

/** What the harness's settings become on a server of ours. */
interface ServerSettings {

  /** The server's options. */
  List<String> variables();

  /** What became of each setting, by the words of the running server. */
  List<AppliedSetting> report(Pool pool) throws SQLException;
}
