package dev.storagebench.sql.mysql;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.StorageEngine;

/**
 * Engines of servers that may be installed; where one is not, its test is skipped with the reason.
 */
public final class InstalledEngines {

  private InstalledEngines() {}

  public static StorageEngine ready(StorageEngine engine) {
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      abort("no " + engine.name() + " here: " + unsupported.message());
    }
    return engine;
  }
}
