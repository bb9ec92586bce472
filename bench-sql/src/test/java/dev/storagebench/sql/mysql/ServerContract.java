package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.EngineContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The engine contract over one server for all tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServerContract extends EngineContract {
  @TempDir private static Path home;

  @Override
  protected final Path sharedFolder() {
    return home;
  }

  @AfterAll
  final void stop() {
    close();
  }
}
