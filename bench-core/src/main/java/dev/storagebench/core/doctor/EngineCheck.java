package dev.storagebench.core.doctor;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Availability.Available;
import dev.storagebench.core.engine.Availability.Unsupported;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;

/** Whether an engine can run; its native library is loaded into this process to find out. */
final class EngineCheck {

  private EngineCheck() {}

  static Finding finding(StorageEngine engine) {
    String subject = "engine " + engine.name();
    try {
      Availability availability = Engines.availability(Candidate.of(engine.name()));
      return availability instanceof Unsupported unsupported
          ? Finding.missing(subject, unsupported.reason(), unsupported.remedy())
          : available(subject, (Available) availability);
    } catch (EngineException | LinkageError e) {
      return Finding.missing(subject, "it does not load: " + e.getMessage(), "");
    }
  }

  private static Finding available(String subject, Available available) {
    return Finding.ok(
        subject, "version %s (%s)".formatted(available.version(), available.library()));
  }
}
