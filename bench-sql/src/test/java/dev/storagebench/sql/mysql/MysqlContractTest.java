package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.sql.server.RealMysql;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The engine contract over a MySQL server of our own. */
class MysqlContractTest extends EngineContract {
  @TempDir private static Path template;

  @BeforeAll
  static void initialise() {
    RealMysql.install();
    new MysqlEngine().open(template, settings(Durability.NONE, Compression.NONE)).close();
  }

  @Override
  protected StorageEngine engine() {
    return new MysqlEngine();
  }

  @Override
  protected void prepare(Path empty) throws IOException {
    StoreFolder.copy(template, empty);
  }
}
