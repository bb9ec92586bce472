package dev.storagebench.engines.crash;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.TestedCandidates;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A process that puts some records by one thread, to be traced while it does. */
final class SyncWriter {
  static final int PUTS = 40;

  /** Names of files that are looked for in vain: marks in a trace of system calls. */
  static final String BEGIN = "the-puts-begin";

  static final String END = "the-puts-end";

  // Whatever an engine syncs once, when it meets its first writes, is not counted.
  private static final int BEFORE = 20;

  private SyncWriter() {}

  /** Takes the candidate, the folder and the durability. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    try (KeyValueStore store =
            TestedCandidates.open(
                Candidate.parse(arguments[0]),
                folder,
                KilledWriter.settings(Durability.valueOf(arguments[2])));
        Session session = store.session()) {
      put(session, 0, BEFORE);
      mark(folder, BEGIN);
      put(session, BEFORE, BEFORE + PUTS);
      mark(folder, END);
    }
  }

  private static void put(Session session, int from, int to) {
    for (int i = from; i < to; i++) {
      session.put(
          KilledWriter.direct("key " + i), KilledWriter.direct("value " + i + "x".repeat(500)));
    }
  }

  private static void mark(Path folder, String name) throws Exception {
    // Opening a file is a call that the trace shows; existence alone might be told by another.
    try {
      Files.newInputStream(folder.resolve(name)).close();
    } catch (NoSuchFileException expected) {
      return;
    }
    throw new IllegalStateException(name + " exists");
  }
}
